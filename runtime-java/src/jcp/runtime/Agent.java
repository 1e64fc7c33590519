package jcp.runtime;

import java.lang.instrument.Instrumentation;
import jcp.runtime.program.ClassChanges;

/** The agent that the runtime has the JDK load into the running JVM, to change classes ({@link ClassChanges}). */
public final class Agent {
    private Agent() {}

    /** What the JDK calls when it has loaded the agent. */
    public static void agentmain(String options, Instrumentation given) {
        ClassChanges.begin(given);
    }
}
