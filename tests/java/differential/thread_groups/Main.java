import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Groups of threads, with handlers of uncaught exceptions: of a group, of a thread, of all. A pool has its workers in one. */
public class Main {
    static final List<ThreadGroup> GROUPS = new ArrayList<>();

    static class Group extends ThreadGroup {
        int caught;
        final CountDownLatch two = new CountDownLatch(2);

        Group(ThreadGroup parent, String name) {
            super(parent, name);
        }

        @Override
        public void uncaughtException(Thread t, Throwable e) {
            caught++;
            two.countDown();
        }

        @Override
        public boolean equals(Object o) {
            throw new AssertionError("nobody asks");
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    static class Worker extends Thread {
        final int number;

        Worker(ThreadGroup group, Runnable task, int number) {
            super(group, task, "worker " + number);
            this.number = number;
        }
    }

    static void tell() {
        ThreadGroup main = Thread.currentThread().getThreadGroup();
        ThreadGroup[] all = new ThreadGroup[20];
        int count = main.enumerate(all);
        for (int i = 0; i < count; i++) {
            ThreadGroup parent = all[i].getParent();
            System.out.println(all[i].getName() + " in " + parent.getName() + ", " + all[i].getMaxPriority() + " " + all[i].activeCount()
                + " " + parent.parentOf(all[i]) + " " + all[i].getClass().getName());
        }
    }

    static void work(Group group, ExecutorService pool, Thread unstarted) throws Exception {
        tell(); // here
        for (int i = 0; i < 2; i++) {
            pool.execute(() -> {
                throw new IllegalStateException("thrown by " + Thread.currentThread().getName());
            });
        }
        group.two.await();
        unstarted.start();
        unstarted.join();
        System.out.println(group.caught);
        System.out.println(pool.submit(() -> ((Worker) Thread.currentThread()).number > 0).get());
        new ThreadGroup(GROUPS.get(0), "new");
        pool.shutdown();
        group.setMaxPriority(3);
        System.out.println(new Thread(GROUPS.get(1), () -> {}).getPriority());
    }

    public static void main(String[] args) throws Exception {
        Group group = new Group(Thread.currentThread().getThreadGroup(), "own");
        group.setMaxPriority(7);
        ThreadGroup inner = new ThreadGroup(group, "inner");
        ThreadGroup second = new ThreadGroup("second");
        GROUPS.add(second);
        GROUPS.add(inner);
        int[] made = {0};
        ExecutorService pool = Executors.newFixedThreadPool(2, task -> new Worker(group, task, ++made[0]));
        pool.submit(() -> {}).get();
        pool.submit(() -> {}).get();
        Thread unstarted = new Thread(inner, () -> System.out.println(Thread.currentThread().getThreadGroup().getName()), "unstarted");
        unstarted.setUncaughtExceptionHandler((t, e) -> System.out.println(e));
        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println("default " + e));
        work(group, pool, unstarted);
    }
}
