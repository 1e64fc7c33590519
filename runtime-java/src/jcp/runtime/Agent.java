package jcp.runtime;

import java.lang.instrument.Instrumentation;

/**
 * The agent that the runtime has the JDK load into the running JVM, to change classes ({@code ClassChanges}). The JVM's own loader makes
 * the class, which knows nothing of the runtime: that may be of another loader ({@code Loaders}).
 */
public final class Agent {
    /** What the JDK gave. */
    static Instrumentation jcpGiven;

    private Agent() {}

    /** What the JDK calls when it has loaded the agent. */
    public static void agentmain(String options, Instrumentation given) {
        jcpGiven = given;
    }
}
