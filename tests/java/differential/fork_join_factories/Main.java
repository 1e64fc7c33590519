import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;

/** Pools of forks and joins whose idle workers came from factories of the program, which are asked only once for each. */
public class Main {
    static final ThreadLocal<Integer> USES = ThreadLocal.withInitial(() -> 0);

    /** A worker of the program's class, with a field. */
    static final class Named extends ForkJoinWorkerThread {
        final List<String> notes = new ArrayList<>();

        Named(ForkJoinPool pool, int number) {
            super(pool);
            setName("named " + number);
            notes.add("made " + number);
        }
    }

    static final class Factory implements ForkJoinPool.ForkJoinWorkerThreadFactory {
        int made;

        @Override
        public synchronized ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            made++;
            System.out.println("makes " + made);
            return new Named(pool, made);
        }
    }

    static String use() {
        USES.set(USES.get() + 1);
        Thread t = Thread.currentThread();
        String notes = t instanceof Named ? " " + ((Named) t).notes : "";
        return t.getName() + ", use " + USES.get() + notes;
    }

    /** Several tasks at a time, each of which waits for the others: so each has a worker of its own. */
    static void together(ForkJoinPool pool, int count) throws Exception {
        CountDownLatch all = new CountDownLatch(count);
        List<java.util.concurrent.ForkJoinTask<String>> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(pool.submit((Callable<String>) () -> {
                all.countDown();
                all.await();
                return use();
            }));
        }
        List<String> found = new ArrayList<>();
        for (java.util.concurrent.ForkJoinTask<String> each : tasks) {
            found.add(each.get());
        }
        found.sort(null);
        System.out.println(found);
    }

    static void evening(ForkJoinPool single, ForkJoinPool three, ForkJoinPool plain, Factory factory) throws Exception {
        System.out.println("evening");
        System.out.println(single.submit((Callable<String>) Main::use).get() + " " + single.getPoolSize());
        together(three, 3);
        System.out.println(plain.submit((Callable<String>) Main::use).get() + " " + three.getPoolSize() + " " + factory.made);
    }

    public static void main(String[] args) throws Exception {
        Factory factory = new Factory();
        ForkJoinPool single = new ForkJoinPool(1, new Factory(), null, true);
        ForkJoinPool three = new ForkJoinPool(3, factory, null, false);
        ForkJoinPool plain = new ForkJoinPool(1, pool -> {
            System.out.println("asked");
            ForkJoinWorkerThread t = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
            t.setName("renamed " + t.getName());
            return t;
        }, null, true);
        System.out.println(single.submit((Callable<String>) Main::use).get());
        together(three, 3);
        System.out.println(plain.submit((Callable<String>) Main::use).get());
        evening(single, three, plain, factory);
        for (ForkJoinPool each : new ForkJoinPool[] {single, three, plain}) {
            each.shutdown();
            System.out.println(each.awaitTermination(1, TimeUnit.MINUTES));
        }
    }
}
