package jcp.runtime.threads;

import java.nio.channels.Selector;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import jcp.runtime.jvm.Access;
import jcp.runtime.program.Plan;
import jcp.runtime.program.Threads;

/**
 * The JDK's HTTP clients: the thread of each waits in a selector, with nothing but the JDK's code on its stack. Its lists are empty there
 * ({@code HttpClientImpl.SelectorManager.run}), so such a thread, started anew with the same fields, comes to wait at the same place; {@link PoolWorkers} starts it. The
 * client is copied like other objects, its selector by its kind.
 *
 * <p>Invariant: it has no connections, so that only a request of the program's has it do anything. Every few seconds it looks whether its client is still held, which
 * changes nothing of the client. With {@code --sockets close} it may have connections that it keeps for later requests: in the replay the thread finds them
 * closed by the server and forgets them, before main goes on. So no request of the program's meets one that has ended.
 *
 * <p>Left out: clients with other connections; clients with requests that have a time limit, whose end the client keeps as a time of this JVM; the JDK's cleaner, which in later JDKs ends the
 * thread of a client that nothing holds a few seconds earlier.
 */
final class HttpClients {
    private HttpClients() {}

    /** The class of their threads. */
    static final String THREAD = "jdk.internal.net.http.HttpClientImpl$SelectorManager";

    private static Object of(Object holder, String field) {
        return Access.getField(holder, holder.getClass(), field);
    }

    /** Has it take connections that were closed off its selector, which it does in its next round. */
    static void wake(Thread t) {
        ((Selector) of(t, "selector")).wakeup();
    }

    /** Whether it waits in its selector, where nothing but idle connections is or is to be registered, and no request waits for its time. */
    static boolean waits(Thread t) {
        return waits(t, Plan.closesSockets());
    }

    /** In the replay: whether it waits, and has forgotten the connections that have ended. */
    static boolean isBack(Thread t) {
        return waits(t, false);
    }

    private static boolean waits(Thread t, boolean connected) {
        StackTraceElement[] stack = Threads.stack(t);
        for (StackTraceElement each : stack) {
            if (each.getModuleName() == null) {
                return false;
            }
        }
        Object client = of(t, "owner");
        boolean idle = connected && ((AtomicLong) of(client, "pendingOperationCount")).get() == 0
            || ((Collection<?>) Access.getField(of(t, "selector"), Access.jdk("sun.nio.ch.SelectorImpl"), "keys")).isEmpty();
        boolean rests = idle && ((Collection<?>) of(t, "registrations")).isEmpty() && ((Collection<?>) of(client, "timeouts")).isEmpty();
        return rests && !(Boolean) of(t, "closed") && t.getState() == Thread.State.RUNNABLE && Threads.waits(t, stack) && Threads.runs(t, THREAD, "run");
    }
}
