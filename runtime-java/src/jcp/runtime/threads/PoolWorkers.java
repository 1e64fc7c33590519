package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.RandomSequence;
import jcp.runtime.jvm.ThreadLocals;
import jcp.runtime.report.Problem;

/**
 * Idle workers of the program's own {@code ThreadPoolExecutor}s, and with them the threads of its {@link Cleaners} and
 * {@link Timers}: threads that wait for a task, with nothing but the JDK's code on their stack. Such a thread, started anew with the same fields, comes to wait at the same place ({@code runWorker} goes on to
 * {@code getTask} where it has no first task). So the copies of the threads are started when all else is restored, in the order in which
 * the originals began to wait, each when the one before waits: the queue hands tasks to them in that order.
 *
 * <p>Invariants: a pool's workers are idle all together or not at all, its queue is empty, and the threads that its queue knows
 * to wait are just its workers. What the queue keeps of those that wait is copied, and cleared before they are started.
 *
 * <p>Left out: chains below main, where the replay makes the pool itself; pools that are being shut down, whose workers
 * will soon have ended; how long a worker has been idle, as the replay's begins anew.
 */
public final class PoolWorkers extends JvmState {

    /** The kind of root that such a thread is. */
    public static final String KIND = "idle worker";
    private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor$Worker";
    private static final String HASHES = "hash generators of workers";
    /** Before JDK 19 the thread has it itself. */
    private static final String HOLDER = "holder";
    /** The conditions on which the JDK's queues let takers wait. */
    private static final String[] CONDITIONS = {"notEmpty", "available"};
    /** Nanoseconds. */
    private static final long PATIENCE = 100_000_000L;
    private static final long STARTING = 10_000_000_000L;

    /** At the snapshot: those found, in the order in which they are to be started. */
    private static List<Thread> idle = List.of();

    /** Finds the idle workers among these threads. Waits for a moment for workers that have just ended their last task. */
    public static void find(List<Thread> threads) {
        long end = System.nanoTime() + PATIENCE;
        while (true) {
            List<Thread> found = new ArrayList<>();
            boolean waiting = false;
            List<ThreadPoolExecutor> seen = new ArrayList<>();
            for (Thread t : threads) {
                ThreadPoolExecutor pool = pool(t);
                if (pool == null || contains(seen, pool)) {
                    continue;
                }
                seen.add(pool);
                List<Thread> workers = idleWorkers(pool);
                if (workers == null) {
                    waiting = true;
                } else {
                    found.addAll(workers);
                }
            }
            waiting |= Cleaners.find(threads, found);
            waiting |= Timers.find(threads, found);
            idle = found;
            if (!waiting || System.nanoTime() > end) {
                return;
            }
            pause();
        }
    }

    /** Does not park: the permit is the program's. */
    private static void pause() {
        Object nobody = new Object();
        synchronized (nobody) {
            try {
                nobody.wait(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Those found, in the order in which they are to be started. */
    public static List<Thread> found() {
        return idle;
    }

    /** Behind the snapshot: they may end, and their pools go. */
    public static void forget() {
        idle = List.of();
        Cleaners.forget();
    }

    public static boolean isIdle(Thread t) {
        return contains(idle, t);
    }

    /** The tasks that no worker has taken. Read from its field: names of the pool's methods, too, may be new to the JVM ({@link RandomSequence}). */
    static Collection<?> queue(ThreadPoolExecutor pool) {
        return (Collection<?>) Access.getField(pool, ThreadPoolExecutor.class, "workQueue");
    }

    /** Whether all workers of the pool were found to be idle. */
    static boolean areIdle(ThreadPoolExecutor pool) {
        for (Object worker : workers(pool)) {
            if (!isIdle(thread(worker))) {
                return false;
            }
        }
        return true;
    }

    /** After the snapshot: a problem if one of them is idle no more, as its time was up. */
    public static void check(List<Problem> problems) {
        for (Thread t : idle) {
            ThreadPoolExecutor pool = pool(t);
            boolean alone = Timers.isThread(t) ? Timers.waits(t) : Cleaners.undisturbed(t);
            boolean idle = pool == null ? alone : idleWorkers(pool) != null;
            if (!idle) {
                problems.add(new Problem(t.getClass().getName(), "an idle worker of a pool, a cleaner or a timer, \"" + t.getName()
                    + "\", did not stay idle during the snapshot", "capture again, or move the checkpoint"));
                return;
            }
        }
    }

    /** Without {@code equals}, which is the program's where the class is. */
    private static boolean contains(List<?> list, Object sought) {
        for (Object each : list) {
            if (each == sought) {
                return true;
            }
        }
        return false;
    }

    /** What the thread was made to run; null if it is nothing. */
    static Object task(Thread t) {
        boolean holds = Access.hasField(Thread.class, HOLDER);
        Object holder = holds ? Access.getField(t, Thread.class, HOLDER) : t;
        return holder == null ? null : Access.getField(holder, holder == t ? Thread.class : holder.getClass(), holds ? "task" : "target");
    }

    /** The pool that the thread was made for; null if it is no worker. */
    private static ThreadPoolExecutor pool(Thread t) {
        Object task = task(t);
        boolean worker = task != null && task.getClass().getName().equals(WORKER) && Access.isJdk(task.getClass());
        return worker ? (ThreadPoolExecutor) Access.getField(task, task.getClass(), "this$0") : null;
    }

    private static Collection<?> workers(ThreadPoolExecutor pool) {
        return (Collection<?>) Access.getField(pool, ThreadPoolExecutor.class, "workers");
    }

    private static Thread thread(Object worker) {
        return (Thread) Access.getField(worker, worker.getClass(), "thread");
    }

    /** The pool's workers in the order in which they began to wait; null if not all are idle. */
    private static List<Thread> idleWorkers(ThreadPoolExecutor pool) {
        Collection<?> workers = workers(pool);
        Object queue = Access.getField(pool, ThreadPoolExecutor.class, "workQueue");
        AtomicInteger control = (AtomicInteger) Access.getField(pool, ThreadPoolExecutor.class, "ctl");
        boolean running = control.get() < 0; // its upper bits, which are negative in this state alone
        if (!running || !Access.isJdk(queue.getClass()) || !((Collection<?>) queue).isEmpty()) {
            return null;
        }
        List<Thread> waiting = waiting(queue);
        if (waiting == null || waiting.size() != workers.size()) {
            return null;
        }
        for (Object worker : workers) {
            Thread t = thread(worker);
            if (!contains(waiting, t) || !waits(t)) {
                return null;
            }
        }
        return waiting;
    }

    /** Whether the thread waits for a task, with nothing but the JDK's code on its stack. */
    private static boolean waits(Thread t) {
        boolean asks = false;
        for (StackTraceElement e : t.getStackTrace()) {
            if (!"java.base".equals(e.getModuleName())) {
                return false;
            }
            asks |= e.getMethodName().equals("getTask") && e.getClassName().equals("java.util.concurrent.ThreadPoolExecutor");
        }
        return asks && (t.getState() == Thread.State.WAITING || t.getState() == Thread.State.TIMED_WAITING);
    }

    /** The threads that wait for an element of the queue, first come first; null for a kind of queue that is not known. */
    private static List<Thread> waiting(Object queue) {
        List<Thread> found = new ArrayList<>();
        Object condition = condition(queue);
        if (condition != null) {
            for (Object node = Access.getField(condition, condition.getClass(), "firstWaiter"); node != null; node = next(node, "nextWaiter")) {
                add(found, node);
            }
            return found;
        }
        Object transfers = transfers(queue);
        if (transfers == null) {
            return null;
        }
        for (Object node = Access.getField(transfers, declaring(transfers, "head"), "head"); node != null; node = next(node, "next")) {
            add(found, node);
        }
        if (isStack(queue, transfers)) {
            java.util.Collections.reverse(found);
        }
        return found;
    }

    private static void add(List<Thread> found, Object node) {
        Object waiter = Access.getField(node, declaring(node, "waiter"), "waiter");
        if (waiter instanceof Thread) {
            found.add((Thread) waiter);
        }
    }

    private static Object next(Object node, String field) {
        Object next = Access.getField(node, declaring(node, field), field);
        return next == node ? null : next; // a node that left the list points to itself
    }

    /** Before the copies are started: nobody waits for an element of the queue. */
    private static void clear(Object queue) {
        Object condition = condition(queue);
        if (condition != null) {
            Access.setField(condition, condition.getClass(), "firstWaiter", null);
            Access.setField(condition, condition.getClass(), "lastWaiter", null);
            return;
        }
        Object transfers = transfers(queue);
        Class<?> in = declaring(transfers, "head");
        Object head = Access.getField(transfers, in, "head");
        boolean fair = Access.hasField(in, "tail");
        boolean dummy = fair && head != null && Access.getField(head, declaring(head, "waiter"), "waiter") == null;
        if (dummy) {
            Access.setField(head, declaring(head, "next"), "next", null);
        }
        Access.setField(transfers, in, "head", dummy ? head : null);
        if (fair) {
            Access.setField(transfers, in, "tail", dummy ? head : null);
        }
    }

    /** The condition on which takers wait; null if the queue has none. */
    private static Object condition(Object queue) {
        for (String name : CONDITIONS) {
            Class<?> in = declaring(queue, name);
            Object found = in == null ? null : Access.getField(queue, in, name);
            if (found instanceof Condition && found.getClass().getName().endsWith("AbstractQueuedSynchronizer$ConditionObject")) {
                return found;
            }
        }
        return null;
    }

    /** What has the list of the waiting threads, of a queue that hands elements over; null if it is none. */
    private static Object transfers(Object queue) {
        String name = queue.getClass().getName();
        if (name.equals("java.util.concurrent.SynchronousQueue")) {
            return Access.getField(queue, queue.getClass(), "transferer");
        }
        return name.equals("java.util.concurrent.LinkedTransferQueue") ? queue : null;
    }

    private static boolean isStack(Object queue, Object transfers) {
        if (transfers.getClass().getName().endsWith("TransferStack")) {
            return true; // up to JDK 20
        }
        return Access.hasField(queue.getClass(), "fair") && !(Boolean) Access.getField(queue, queue.getClass(), "fair");
    }

    /** The class that declares the field; null if none does. */
    private static Class<?> declaring(Object o, String field) {
        Class<?> c = o.getClass();
        while (c != null && !Access.hasField(c, field)) {
            c = c.getSuperclass();
        }
        return c;
    }

    /** The state of each one's generator of identity hashes. */
    @Override
    public void capture(Map<String, String[]> state) {
        List<String> words = new ArrayList<>();
        for (Thread t : idle) {
            HashGenerator generator = HashGenerator.of(t);
            if (generator != null) {
                for (int word : new int[] {generator.x, generator.y, generator.z, generator.w}) {
                    words.add(Integer.toString(word));
                }
            }
        }
        if (words.size() == 4 * idle.size() && !idle.isEmpty()) {
            state.put(HASHES, words.toArray(new String[0]));
        }
    }

    /** Gives the restored threads, which have not begun, their values. */
    public static void restoreValues(List<Thread> threads, GraphReader graph) {
        String[] numbers = graph.edges(Locals.class);
        for (int i = 0; i + 2 < numbers.length; i += 3) {
            ThreadLocal<?> local = (ThreadLocal<?>) graph.object(Integer.parseInt(numbers[i + 1]));
            ThreadLocals.set(threads.get(Integer.parseInt(numbers[i])), local, graph.object(Integer.parseInt(numbers[i + 2])));
        }
    }

    /** Starts the restored threads, when all else is restored; returns when each waits. */
    public static void start(List<Thread> threads, Map<String, String[]> state) {
        List<Object> cleared = new ArrayList<>();
        for (Thread t : threads) {
            ThreadPoolExecutor pool = pool(t);
            if (pool != null && !contains(cleared, pool)) {
                cleared.add(pool);
                clear(Access.getField(pool, ThreadPoolExecutor.class, "workQueue"));
            }
        }
        String[] words = state.get(HASHES);
        for (int i = 0; i < threads.size(); i++) {
            Thread t = threads.get(i);
            ThreadPoolExecutor pool = pool(t);
            begin(t, pool);
            await(t, pool);
            if (words != null) {
                int at = 4 * i;
                HashGenerator.set(t, new HashGenerator(Integer.parseInt(words[at]), Integer.parseInt(words[at + 1]),
                    Integer.parseInt(words[at + 2]), Integer.parseInt(words[at + 3]), 0));
            }
        }
    }

    /** As the pool does: from JDK 19 on through its container of threads. {@code pool}: null for the thread of a cleaner or a timer. */
    private static void begin(Thread t, ThreadPoolExecutor pool) {
        boolean holds = Access.hasField(Thread.class, HOLDER);
        Object holder = holds ? Access.getField(t, Thread.class, HOLDER) : t;
        Access.setField(holder, holds ? holder.getClass() : Thread.class, "threadStatus", 0); // of a thread that has not begun
        boolean contained = Access.hasField(ThreadPoolExecutor.class, "container");
        if (!contained) {
            Access.call(t.getThreadGroup(), ThreadGroup.class, "addUnstarted");
        }
        if (!contained || pool == null) {
            t.start();
            return;
        }
        Object container = Access.getField(pool, ThreadPoolExecutor.class, "container");
        Access.call(container, container.getClass(), "start", t);
    }

    private static boolean waitsAlone(Thread t) {
        return Timers.isThread(t) ? Timers.waits(t) : Cleaners.waits(t);
    }

    private static void await(Thread t, ThreadPoolExecutor pool) {
        Object queue = pool == null ? null : Access.getField(pool, ThreadPoolExecutor.class, "workQueue");
        long end = System.nanoTime() + STARTING;
        while (pool == null ? !waitsAlone(t) : !waits(t) || !contains(waiting(queue), t)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the thread \"" + t.getName() + "\" did not become idle in time; start the replay again");
            }
            LockSupport.parkNanos(100_000L);
        }
    }

    /** The values of thread-locals that idle workers have. */
    public static final class Locals extends Kind {
        @Override
        public Trace trace() {
            return new Values();
        }

        private static final class Values extends Trace {
            private final List<ThreadLocals> threads = new ArrayList<>();
            private final List<Integer> met = new ArrayList<>();
            private int done;
            private final List<String> numbers = new ArrayList<>();

            Values() {
                for (Thread t : idle) {
                    threads.add(ThreadLocals.own(t));
                }
            }

            @Override
            public void meet(GraphWriter graph, int number) {
                met.add(number);
            }

            @Override
            public void find(GraphWriter graph) {
                for (; done < met.size(); done++) {
                    int local = met.get(done);
                    graph.within(local);
                    for (int i = 0; i < threads.size(); i++) {
                        Object[] value = threads.get(i).valueOf(graph.ids.object(local));
                        if (value != null) {
                            numbers.add(Integer.toString(i));
                            numbers.add(Integer.toString(local));
                            numbers.add(Integer.toString(graph.id(value[0])));
                        }
                    }
                }
            }

            @Override
            public List<String> capture(GraphWriter graph) {
                return numbers;
            }
        }
    }
}
