package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import jcp.runtime.frames.Workers;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.RandomSequence;
import jcp.runtime.program.Surroundings;
import jcp.runtime.program.Threads;
import jcp.runtime.report.Problem;

/**
 * Idle workers of the program's own {@code ThreadPoolExecutor}s, and with them {@link LoneThreads}: threads that wait for a task, with nothing
 * but the JDK's code on their stack. Such a thread, started anew with the same fields, comes to wait at the same place ({@code runWorker}
 * goes on to {@code getTask} where it has no first task). So the copies of the threads are started when all else is restored, in the order in which
 * the originals began to wait, each when the one before waits: the queue hands tasks to them in that order.
 *
 * <p>Invariants: a pool's workers are idle, but for those that {@link WaitingThreads} holds; if one is, its queue is empty but for
 * {@link TimedTasks}, and the threads that its queue knows to wait are just its workers. What the queue keeps of those that wait is copied, and cleared before they are started.
 *
 * <p>Left out: pools of which a worker lived when a root below main was entered, as the replay has that one already; pools that are being shut down, whose workers
 * will soon have ended; how long a worker has been idle, as the replay's begins anew.
 */
public final class PoolWorkers extends JvmState {

    /** The kind of root that such a thread is. */
    public static final String KIND = "idle worker";
    /** The kind of root that a time-out of {@code CompletableFuture} is. */
    public static final String TIME_OUT = "time-out";
    private static final String POOL = "java.util.concurrent.ThreadPoolExecutor";
    private static final String HASHES = "hash generators of workers";
    /** Before JDK 19 the thread has it itself. */
    private static final String HOLDER = "holder";
    /** From then on. */
    private static final String CONTAINER = "container";
    /** Nanoseconds. */
    private static final long PATIENCE = 100_000_000L;
    private static final long STARTING = 10_000_000_000L;

    /** At the snapshot: those found, in the order in which they are to be started. */
    private static List<Thread> idle = List.of();
    /** At the snapshot: the time-outs and delayed stages of {@code CompletableFuture} to come. */
    private static List<Object> timeOuts = List.of();
    /** Whether a queue of timed tasks was met. */
    private static boolean timed;
    /** In the replay: whether there are {@link DelayedTasks}. */
    private static boolean enters;
    /** In the replay: those that are started after others of their pool, and the state of their generators. */
    private static final List<Thread> LATER = new ArrayList<>();
    private static final List<HashGenerator> GENERATORS = new ArrayList<>();

    /** Finds the idle workers among these threads. Waits for a moment for workers that have just ended their last task. */
    public static void find(List<Thread> threads) {
        long end = System.nanoTime() + PATIENCE;
        while (true) {
            List<Thread> found = new ArrayList<>();
            boolean waiting = false;
            timeOuts = IdleWorkers.delayedTasks();
            List<ThreadPoolExecutor> seen = new ArrayList<>();
            for (Thread t : threads) {
                ThreadPoolExecutor pool = pool(t);
                if (pool == null || contains(seen, pool)) {
                    continue;
                }
                seen.add(pool);
                List<Thread> workers = hasOld(pool) ? List.of() : idleWorkers(pool);
                if (workers == null) {
                    letGo(pool);
                    waiting = true;
                } else if (pool == IdleWorkers.delayer()) {
                    timeOuts = TimedTasks.waiting(queue(pool)); // the JDK's own pool is no copy in the replay, which has one
                } else {
                    found.addAll(workers);
                }
            }
            waiting |= LoneThreads.find(threads, found);
            idle = found;
            if (!waiting || System.nanoTime() > end) {
                return;
            }
            if (timed) {
                TimedTasks.release(); // what is still at work may hand a task to a pool that waits
            }
            pause();
        }
    }

    /** Whether a worker of the pool lived when a root below main was entered: then none of its workers is started again. */
    private static boolean hasOld(ThreadPoolExecutor pool) {
        for (Object worker : workers(pool)) {
            if (Surroundings.livedAtEntry(thread(worker))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a worker that was at work has ended its task since {@link #find}. */
    public static boolean haveEndedTasks(List<Thread> threads) {
        for (Thread t : threads) {
            if (pool(t) != null && !isIdle(t) && !WaitingThreads.isHeld(t) && Threads.runs(t, POOL, "getTask")) {
                return true;
            }
        }
        return false;
    }

    /** Does not park: the permit is the program's. */
    static void pause() {
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
        timeOuts = List.of();
        IdleWorkers.release();
        if (timed) {
            timed = false;
            TimedTasks.release();
        }
        Cleaners.forget();
    }

    /** The time-outs that the replay's pool for them is to have. */
    public static List<Object> timeOuts() {
        return timeOuts;
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
            if (!isIdle(thread(worker)) && !WaitingThreads.isHeld(thread(worker))) {
                return false;
            }
        }
        return true;
    }

    /** After the snapshot: a problem, and true, if one of them is idle no more, as its time was up. */
    public static boolean check(List<Problem> problems) {
        for (Thread t : idle) {
            ThreadPoolExecutor pool = pool(t);
            List<Thread> left = pool == null ? null : idleWorkers(pool); // the others of its pool, if it has ended
            boolean stayed = pool == null ? LoneThreads.undisturbed(t) : left != null && contains(left, t);
            if (!stayed) {
                problems.add(new Problem(t.getClass().getName(), "an idle worker of a pool, a cleaner, a timer or a server, \"" + t.getName()
                    + "\", did not stay idle during the snapshot", "capture again, or move the checkpoint"));
                return true;
            }
        }
        return false;
    }

    /** Without {@code equals}, which is the program's where the class is. */
    private static boolean contains(List<?> list, Object sought) {
        return indexOf(list, sought) >= 0;
    }

    /** Its place in the list; -1 if it is not there. */
    static int indexOf(List<?> list, Object sought) {
        int at = list.size() - 1;
        while (at >= 0 && list.get(at) != sought) {
            at--;
        }
        return at;
    }

    /** The pool that the thread was made for; null if it is no worker. */
    static ThreadPoolExecutor pool(Thread t) {
        return Workers.isWorker(t) ? poolOf(Workers.target(t)) : null;
    }

    /** The worker's pool. */
    static ThreadPoolExecutor poolOf(Object worker) {
        return (ThreadPoolExecutor) Access.getField(worker, worker.getClass(), "this$0");
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
        boolean isTimed = isTimed(queue);
        timed |= isTimed;
        if (!running || !Access.isJdk(queue.getClass()) || isTimed && !TimedTasks.hold(queue)) {
            return null;
        }
        List<Thread> waiting = Takers.waiting(queue);
        if (waiting == null) {
            return null;
        }
        int idle = 0;
        for (Object worker : workers) {
            Thread t = thread(worker);
            if (WaitingThreads.isHeld(t)) {
                waiting.remove(t);
                continue;
            }
            idle++;
            boolean listed = contains(waiting, t);
            if (!listed && !isTimed || !waits(t)) {
                return null;
            }
            if (!listed) {
                waiting.add(t); // its time has come: it waits for the lock
            }
        }
        boolean takes = isTimed || waiting.size() == idle && (idle == 0 || ((Collection<?>) queue).isEmpty());
        return takes ? waiting : null;
    }

    /** Whether it is the queue of a pool of timed tasks. Here, as {@link TimedTasks} is loaded only where there are some. */
    static boolean isTimed(Object queue) {
        return queue.getClass().getName().equals(TimedTasks.QUEUE);
    }

    /** Of a pool that is not idle. */
    private static void letGo(ThreadPoolExecutor pool) {
        if (isTimed(queue(pool))) {
            TimedTasks.release(queue(pool));
        }
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

    /**
     * Starts the restored threads, when all else is restored; returns when each waits, or a task that is due has begun. {@code clock}: the
     * captured JVM's milliseconds, and what {@code nanoTime} gave there; {@code others}: the threads that go on in calls of chains, or null.
     */
    public static void start(List<Thread> threads, GraphReader graph, Map<String, String[]> state, long[] clock, RestoredThreads others) {
        if (timeOuts.isEmpty() && threads.isEmpty() && graph.parts.of(TimedTasks.PART).isEmpty()) {
            return;
        }
        TimedTasks tasks = new TimedTasks(graph, clock);
        List<Thread> leaders = new ArrayList<>();
        List<Object> cleared = new ArrayList<>();
        for (Thread t : threads) {
            ThreadPoolExecutor pool = pool(t);
            if (pool != null && !contains(cleared, pool)) {
                cleared.add(pool);
                Takers.clear(queue(pool));
                if (isTimed(queue(pool))) {
                    leaders.add(TimedTasks.clear(queue(pool)));
                }
            }
        }
        for (int first = 0; first < 2; first++) { // the first of a pool to wait waits for the first task
            for (int i = 0; i < threads.size(); i++) {
                if (contains(leaders, threads.get(i)) != (first == 0)) {
                    continue;
                }
                HashGenerator generator = generator(state.get(HASHES), 4 * i);
                if (others != null && others.comeFirst(threads.get(i))) {
                    LATER.add(threads.get(i));
                    GENERATORS.add(generator);
                } else {
                    start(threads.get(i), generator);
                }
            }
        }
        tasks.begin(threads);
        enters = !graph.parts.of(DelayedTasks.PART).isEmpty();
        if (enters) {
            DelayedTasks.enter(graph);
        } else if (!timeOuts.isEmpty()) {
            TimedTasks.enter(timeOuts);
        }
        timeOuts = List.of();
    }

    /** In the replay, when the others are where they were. */
    static void startLater() {
        for (int i = 0; i < LATER.size(); i++) {
            start(LATER.get(i), GENERATORS.get(i));
        }
        LATER.clear();
    }

    /** In the replay: main goes on. */
    public static void goOn() {
        if (enters) {
            DelayedTasks.goOn();
        }
    }

    /** In the replay, before {@link #start}: a time-out that was restored. */
    public static void restoreTimeOut(Object task) {
        if (timeOuts.isEmpty()) {
            timeOuts = new ArrayList<>();
        }
        timeOuts.add(task);
    }

    private static HashGenerator generator(String[] words, int at) {
        return words == null ? null
            : new HashGenerator(Integer.parseInt(words[at]), Integer.parseInt(words[at + 1]), Integer.parseInt(words[at + 2]), Integer.parseInt(words[at + 3]), 0);
    }

    private static void start(Thread t, HashGenerator generator) {
        ThreadPoolExecutor pool = pool(t);
        if (LoneThreads.isForked(t)) {
            ForkJoinIdle.begin(t);
        } else {
            begin(t, pool);
        }
        await(t, pool);
        if (generator != null) {
            HashGenerator.set(t, generator);
        }
    }

    /** Makes it one that has not begun. */
    static void ready(Thread t) {
        boolean holds = Access.hasField(Thread.class, HOLDER);
        Object holder = holds ? Access.getField(t, Thread.class, HOLDER) : t;
        Access.setField(holder, holds ? holder.getClass() : Thread.class, "threadStatus", 0);
        if (!Access.hasField(ThreadPoolExecutor.class, CONTAINER)) {
            Access.call(t.getThreadGroup(), ThreadGroup.class, "addUnstarted");
        }
    }

    /** As the pool does: from JDK 19 on through its container of threads. {@code pool}: null for the thread of {@link LoneThreads}. */
    static void begin(Thread t, ThreadPoolExecutor pool) {
        ready(t);
        boolean contained = Access.hasField(ThreadPoolExecutor.class, CONTAINER);
        if (!contained || pool == null) {
            t.start();
            return;
        }
        Object container = Access.getField(pool, ThreadPoolExecutor.class, CONTAINER);
        Access.call(container, container.getClass(), "start", t);
    }

    private static void await(Thread t, ThreadPoolExecutor pool) {
        Object queue = pool == null ? null : Access.getField(pool, ThreadPoolExecutor.class, "workQueue");
        long end = System.nanoTime() + STARTING;
        while (pool == null ? !LoneThreads.isBack(t) && !LoneThreads.hasEnded(t) : !waits(t) || !contains(Takers.waiting(queue), t)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("the thread \"" + t.getName() + "\" did not become idle in time; start the replay again");
            }
            LockSupport.parkNanos(100_000L);
        }
    }
}
