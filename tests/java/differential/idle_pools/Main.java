import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Pools of threads of which each has worked before the checkpoint and waits for more work at it. */
public class Main {
    static final List<Thread> THREADS = new ArrayList<>();
    static ExecutorService cached = Executors.newCachedThreadPool(named("cached"));
    static ScheduledExecutorService timed = Executors.newScheduledThreadPool(1, named("timed"));
    static ExecutorService unnamed = Executors.newSingleThreadExecutor();
    static final ThreadLocal<int[]> COUNTS = ThreadLocal.withInitial(() -> new int[1]);
    static final ThreadLocal<String> FIRST = new ThreadLocal<>();
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();
    static int ran;

    static ThreadFactory named(String name) {
        return task -> {
            Thread t = new Thread(task, name + THREADS.size());
            t.setDaemon(name.equals("bounded"));
            t.setPriority(Thread.NORM_PRIORITY + THREADS.size() % 2);
            THREADS.add(t);
            return t;
        };
    }

    static String task(int n) {
        ran++;
        Thread t = Thread.currentThread();
        if (FIRST.get() == null) {
            FIRST.set("first " + n);
        }
        return ++COUNTS.get()[0] + " " + FIRST.get() + " " + INHERITED.get() + " " + n + " " + t.getName() + " " + t.getPriority() + " " + t.isDaemon() + " " + THREADS.indexOf(t);
    }

    /** One after the other: the first to wait is the first to get work. */
    static void run(ExecutorService pool, int tasks) throws Exception {
        for (int i = 0; i < tasks; i++) {
            int n = i;
            Future<String> done = pool.submit(() -> task(n));
            System.out.println(done.get());
            for (Thread t : THREADS) {
                while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    static void work(ExecutorService fixed, ThreadPoolExecutor bounded) throws Exception {
        System.out.println(ran + " tasks, " + THREADS.size() + " threads"); // here
        INHERITED.set("later");
        run(fixed, 7);
        run(bounded, 3);
        run(cached, 2);
        System.out.println(timed.schedule(() -> task(50), 1, TimeUnit.MILLISECONDS).get());
        System.out.println(unnamed.submit(() -> Thread.currentThread().getName()).get());
        System.out.println(CompletableFuture.supplyAsync(() -> 20, fixed).thenApplyAsync(x -> x + 1, cached).get());
        System.out.println(bounded.getPoolSize() + " " + bounded.getCompletedTaskCount() + " " + bounded.getActiveCount() + " "
            + bounded.getLargestPoolSize());
        for (Thread t : THREADS) {
            System.out.println(t.getName() + " " + t.isAlive() + " " + t.getThreadGroup().getName());
        }
    }

    public static void main(String[] args) throws Exception {
        INHERITED.set("from main");
        ExecutorService fixed = Executors.newFixedThreadPool(3, named("fixed"));
        ThreadPoolExecutor bounded = new ThreadPoolExecutor(1, 2, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(4), named("bounded"));
        run(fixed, 5);
        run(bounded, 2);
        run(cached, 1);
        timed.schedule(() -> task(40), 1, TimeUnit.MILLISECONDS).get();
        System.out.println(unnamed.submit(() -> Thread.currentThread().getName()).get());
        work(fixed, bounded);
        for (ExecutorService pool : new ExecutorService[] {fixed, cached, timed, unnamed}) {
            pool.shutdown();
            System.out.println(pool.awaitTermination(1, TimeUnit.MINUTES));
        }
        THREADS.clear(); // what a lock's queue is left with differs from run to run
        cached = null;
        timed = null;
        unnamed = null;
    }
}
