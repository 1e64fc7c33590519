package jcp.runtime.threads;

import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import jcp.runtime.frames.Workers;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;

/**
 * The program's own {@code Cleaner}s and what is registered with them. A cleaner's thread waits for a reference whose referent has been
 * collected, with nothing but the JDK's code on its stack; started anew with the same fields it comes to wait at the same place, since
 * {@code CleanerImpl.run} keeps nothing from one reference to the next. So {@link PoolWorkers} starts it again, and cleaner, queue and
 * registrations are copied like other objects.
 *
 * <p>Invariants: a registration is copied only with its cleaner's thread; none is taken away while the snapshot is taken.
 *
 * <p>Left out: what the JDK's common cleaner is to clean, which is handles and memory outside the heap; cleaners whose thread
 * lived when a root below main was entered; how long the thread has waited.
 */
public final class Cleaners extends JvmState {

    private static final String IMPL = "jdk.internal.ref.CleanerImpl";
    private static final String CLEANABLE = "jdk.internal.ref.PhantomCleanable";
    private static final String FACTORY = IMPL + "$InnocuousThreadFactory";
    private static final String NUMBER = "cleanerThreadNumber";
    private static final String THREADS = "threads of cleaners";

    /** At the snapshot: what the threads found run, and how many registrations each has. */
    private static final List<Object> impls = new ArrayList<>();
    private static final List<Integer> counts = new ArrayList<>();

    /** Adds the threads of cleaners that wait; returns whether some do not yet. */
    static boolean find(List<Thread> threads, List<Thread> found) {
        forget();
        boolean working = false;
        for (Thread t : threads) {
            Object impl = impl(t);
            if (impl != null && waits(t)) {
                found.add(t);
                impls.add(impl);
                counts.add(registrations(impl));
            } else {
                working |= impl != null && t.isAlive();
            }
        }
        return working;
    }

    static void forget() {
        impls.clear();
        counts.clear();
    }

    /** What a cleaner's thread runs; null for other threads. */
    private static Object impl(Thread t) {
        Object task = Workers.target(t);
        return task != null && task.getClass().getName().equals(IMPL) && Access.isJdk(task.getClass()) ? task : null;
    }

    /** Whether the cleaner's thread waits for a reference. */
    static boolean waits(Thread t) {
        boolean asks = false;
        for (StackTraceElement e : t.getStackTrace()) {
            if (!"java.base".equals(e.getModuleName())) {
                return false;
            }
            asks |= e.getMethodName().equals("remove") && e.getClassName().equals("java.lang.ref.ReferenceQueue");
        }
        return asks && (t.getState() == Thread.State.WAITING || t.getState() == Thread.State.TIMED_WAITING);
    }

    /** Whether the thread, which was found, still waits and has cleaned nothing since. */
    static boolean undisturbed(Thread t) {
        Object impl = impl(t);
        for (int i = 0; i < impls.size(); i++) {
            if (impls.get(i) == impl) {
                return waits(t) && registrations(impl) == counts.get(i);
            }
        }
        return false;
    }

    /** Whether it is a cleaner whose thread was found, or belongs to one. */
    static boolean isPlain(Object o) {
        for (Object impl : impls) {
            if (o == impl || o instanceof Cleaner && Access.getField(o, Cleaner.class, "impl") == impl
                    || listOf(o) == list(impl)) {
                return true;
            }
        }
        return false;
    }

    /** The list in which it is registered; null if it is no registration. */
    private static Object listOf(Object o) {
        for (Class<?> c = o.getClass(); c != null; c = c.getSuperclass()) {
            if (c.getName().equals(CLEANABLE) && Access.isJdk(c)) {
                return Access.getField(o, c, "list");
            }
        }
        return null;
    }

    /** Where the registrations are: a list with a head (JDK 17), or one of arrays. */
    private static Object list(Object impl) {
        return Access.getField(impl, impl.getClass(), linked(impl) ? "phantomCleanableList" : "activeList");
    }

    private static boolean linked(Object impl) {
        return Access.hasField(impl.getClass(), "phantomCleanableList");
    }

    private static int registrations(Object impl) {
        Object list = list(impl);
        int count = 0;
        synchronized (list) {
            if (linked(impl)) {
                Class<?> links = list.getClass().getSuperclass();
                for (Object each = Access.getField(list, links, "next"); each != list; each = Access.getField(each, links, "next")) {
                    count++;
                }
                return count;
            }
            for (Object node = Access.getField(list, list.getClass(), "head"); node != null; node = Access.getField(node, node.getClass(), "next")) {
                count += (Integer) Access.getField(node, node.getClass(), "size");
            }
        }
        return count;
    }

    /** The number that the thread of the next cleaner has in its name. */
    @Override
    public void capture(Map<String, String[]> state) {
        Class<?> factory = JdkClasses.initialized(FACTORY);
        if (factory != null) {
            state.put(THREADS, new String[] {number(factory).toString()});
        }
    }

    @Override
    public void restore(Map<String, String[]> state) {
        if (state.containsKey(THREADS)) {
            number(JdkClasses.load(FACTORY, true)).set(Integer.parseInt(state.get(THREADS)[0]));
        }
    }

    private static AtomicInteger number(Class<?> factory) {
        Object one = Access.getField(null, factory, "factory");
        return (AtomicInteger) Access.getField(one, factory, NUMBER);
    }

    /** How the graph treats cleaners and what is registered with them. */
    public static final class AsKind extends Kind {
        @Override
        public boolean admits(Object o) {
            return isPlain(o);
        }
    }
}
