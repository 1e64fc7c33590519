package jcp.runtime.threads;

import java.lang.ref.Reference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.report.Problem;

/**
 * Virtual threads, where the JDK lists them (JDK 25, earlier ones with {@code -Djdk.trackAllThreads}). One that waits in a chain of its own
 * ({@link WaitingThreads}) is copied like another thread; its continuation is made anew, with the same task, and it is started as if it was new,
 * in the executor that has it.
 *
 * <p>Invariants: a thread that is held is not mounted, or its carrier is an obstacle. The time limit of its call, for which the scheduler has a
 * delayed task, is left out, since the call is made again. The class is loaded only if there have been virtual threads.
 *
 * <p>Left out: threads of structured scopes; the generators of identity hashes, which belong to the carriers.
 */
public final class VirtualThreads {
    private static final String THREAD = "java.lang.VirtualThread";
    private static final String CONTINUATION = THREAD + "$VThreadContinuation";
    private static final String CONTAINERS = "jdk.internal.vm.ThreadContainers";
    private static final String ROOT = CONTAINERS + "$RootContainer$";
    private static final String PER_TASK = "java.util.concurrent.ThreadPerTaskExecutor";

    private VirtualThreads() {}

    /** Whether there have been some, and asking for others makes sense. */
    public static boolean isVirtual(Thread t) {
        return t.getClass().getName().equals(THREAD) && Access.isJdk(t.getClass());
    }

    /** Those that live and are listed, in the order of their numbers. */
    public static List<Thread> living() {
        List<Thread> found = new ArrayList<>();
        Class<?> tracking = JdkClasses.initialized(ROOT + "TrackingRootContainer");
        if (tracking != null) {
            add(found, (Set<?>) Access.getField(null, tracking, "VTHREADS"));
        }
        Class<?> all = JdkClasses.initialized(CONTAINERS);
        for (Object each : all == null ? Set.of() : (Set<?>) Access.getField(null, all, "CONTAINER_REGISTRY")) {
            Object container = ((Reference<?>) each).get();
            for (String field : new String[] {"threads", "virtualThreads"}) {
                boolean has = container != null && Access.hasField(container.getClass(), field);
                Object threads = has ? Access.getField(container, container.getClass(), field) : null;
                if (threads instanceof Set) {
                    add(found, (Set<?>) threads);
                }
            }
        }
        return found;
    }

    private static void add(List<Thread> found, Set<?> threads) {
        for (Object each : threads) {
            Thread t = (Thread) each;
            if (!isVirtual(t) || !t.isAlive()) {
                continue;
            }
            int at = found.size();
            while (at > 0 && found.get(at - 1).getId() > t.getId()) {
                at--;
            }
            found.add(at, t);
        }
    }

    /** Whether some live that are not held. */
    static boolean hasOthers() {
        if (isCounted()) {
            return true;
        }
        for (Thread t : living()) {
            if (!WaitingThreads.isHeld(t)) {
                return true;
            }
        }
        return false;
    }

    /** Whether some live of which the JDK knows the number alone. */
    private static boolean isCounted() {
        Class<?> counting = JdkClasses.initialized(ROOT + "CountingRootContainer");
        return counting != null && ((LongAdder) Access.getField(null, counting, "VTHREAD_COUNT")).sum() != 0;
    }

    /** A problem if some live that are not listed. */
    public static void check(List<Problem> problems) {
        if (isCounted()) {
            problems.add(new Problem(THREAD, "virtual threads live, which this JDK does not list",
                "await their end before the checkpoint, or run with -Djdk.trackAllThreads=true"));
        }
    }

    /** How many of those held have a time limit. */
    static int limited() {
        int count = 0;
        for (Thread t : living()) {
            count += WaitingThreads.isHeld(t) && Access.getField(t, t.getClass(), "timeoutTask") != null ? 1 : 0;
        }
        return count;
    }

    /** The executor whose thread it is; null if it is none's. */
    static Object executor(Thread t) {
        Object container = isVirtual(t) ? Access.getField(t, Thread.class, "container") : null;
        return container != null && container.getClass().getName().equals(PER_TASK) ? container : null;
    }

    /** Whether it was started by itself, or by an executor with a thread for each task. */
    static boolean isKnown(Thread t) {
        Object container = Access.getField(t, Thread.class, "container");
        return executor(t) != null || container == null || container.getClass().getName().startsWith(ROOT);
    }

    /** Starts a copy, as if it was new; {@code executor}: null if it belongs to none. */
    static void start(Thread t, Object task, Object executor) {
        try {
            Class<?> type = t.getClass();
            Object run = Access.U.allocateInstance(Access.jdk(CONTINUATION + "$1"));
            Access.setField(run, run.getClass(), "val$vthread", t);
            Access.setField(run, run.getClass(), "val$task", task);
            Object continuation = Access.U.allocateInstance(Access.jdk(CONTINUATION));
            Class<?> above = Access.jdk("jdk.internal.vm.Continuation");
            Access.setField(continuation, above, "target", run);
            Access.setField(continuation, above, "scope", Access.getField(null, type, "VTHREAD_SCOPE"));
            Access.setField(t, type, "cont", continuation);
            Access.setField(t, type, "runContinuation", new Going(t, Access.method(type, "runContinuation", 0)));
            Access.setField(t, type, "state", 0);
            if (executor == null) {
                t.start();
            } else {
                Access.call(t, type, "start", executor);
            }
        } catch (InstantiationException e) {
            throw new IllegalStateException("a virtual thread cannot be started again", e);
        }
    }

    /** What the scheduler runs: lets the thread go on. In the place of a lambda of the JDK's, on no stack that a program sees. */
    private static final class Going implements Runnable {
        private final Thread thread;
        private final Method goOn;

        Going(Thread thread, Method goOn) {
            this.thread = thread;
            this.goOn = goOn;
        }

        @Override
        public void run() {
            try {
                goOn.invoke(thread);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a virtual thread does not go on", e);
            }
        }
    }

    /** Executors with a virtual thread for each task, which is held: they are in the JVM's list of containers of threads. */
    public static final class PerTask extends Kind {
        /** Their places in that list. */
        @Override
        public String[] skippedFields() {
            return new String[] {PER_TASK + ".key"};
        }

        @Override
        public boolean admits(Object o) {
            for (Object each : (Set<?>) Access.getField(o, o.getClass(), "threads")) {
                if (!WaitingThreads.isHeld((Thread) each) || !isVirtual((Thread) each)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) {
            return Access.getField(o, o.getClass(), "key") == null || isOver(o) ? null : NONE;
        }

        private static boolean isOver(Object o) {
            return (Integer) Access.getField(o, o.getClass(), "state") == 2;
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            Access.setField(o, o.getClass(), "key", Access.call(null, JdkClasses.load(CONTAINERS, true), "registerContainer", o));
        }
    }
}
