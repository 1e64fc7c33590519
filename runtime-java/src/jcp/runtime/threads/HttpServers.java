package jcp.runtime.threads;

import java.util.Collection;
import jcp.runtime.frames.Workers;
import jcp.runtime.jvm.Access;
import jcp.runtime.program.Threads;

/**
 * The JDK's HTTP servers: their threads wait for connections in a selector, with nothing but the JDK's code on their stacks, and keep nothing
 * from one round to the next ({@code ServerImpl.Dispatcher.run}). So such a thread, started anew with the same fields, comes to wait at the
 * same place; {@link PoolWorkers} starts it. The server is copied like other objects, its channel and its selector by their kinds, and what its
 * connections need is refused with their channels.
 *
 * <p>Invariants: while a snapshot is taken, the main thread holds two monitors of each server. By the one no round begins, by the other no
 * connection that a client has just opened gets further than to be accepted. A thread that waits for the first one is at the start of a
 * round; if it waits for the other one, it is not at rest.
 */
final class HttpServers {
    private HttpServers() {}

    private static final String PACKAGE = "sun.net.httpserver.";
    private static final String DISPATCHER = PACKAGE + "ServerImpl$Dispatcher";

    private static Object server(Thread t) {
        Object dispatcher = Workers.target(t);
        return Access.getField(dispatcher, dispatcher.getClass(), "this$0");
    }

    private static Object of(Object server, String field) {
        return Access.getField(server, server.getClass(), field);
    }

    /** The monitor with this number that is held during a snapshot; null if there is none. */
    static Object monitor(Thread t, int number) {
        Object server = server(t);
        return number == 0 ? of(server, "lolock") : number == 1 ? of(server, "newlyAcceptedConnections") : null;
    }

    /** Whether the server's thread waits for a connection, or for the start of its next round. */
    static boolean waits(Thread t) {
        Object server = server(t);
        StackTraceElement[] stack = Threads.stack(t);
        if (stack.length == 0 || (Boolean) of(server, "terminating")) {
            return false;
        }
        for (StackTraceElement each : stack) {
            if (each.getModuleName() == null) {
                return false;
            }
        }
        synchronized (of(server, "lolock")) {
            if (!((Collection<?>) of(server, "events")).isEmpty()) {
                return false;
            }
        }
        boolean starts = t.getState() == Thread.State.BLOCKED && stack[0].getClassName().equals(DISPATCHER);
        return starts || t.getState() == Thread.State.RUNNABLE && Threads.waits(t, stack) && Threads.runs(t, DISPATCHER, "run");
    }
}
