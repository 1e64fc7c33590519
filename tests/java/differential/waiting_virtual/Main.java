import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Virtual threads that wait at the checkpoint: alone, and in executors with a thread for each task, of which one has none. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final BlockingQueue<String> ORDERS = new LinkedBlockingQueue<>();
    static final CountDownLatch GO = new CountDownLatch(1);
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition READY = LOCK.newCondition();
    static final Object BELL = new Object();
    static final ThreadLocal<String> OWN = new ThreadLocal<>();
    static boolean ready;
    static String slept;

    static void print(int lines) throws InterruptedException {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            said.add(OUT.take());
        }
        said.sort(null);
        System.out.println(said);
    }

    static String me() {
        Thread t = Thread.currentThread();
        return t.getName() + (t.isVirtual() ? " virtual" : "") + (t.isInterrupted() ? " interrupted" : "") + " " + OWN.get();
    }

    static void consume() {
        OWN.set("value of " + Thread.currentThread().getName());
        int taken = 0;
        try {
            while (true) {
                String order = ORDERS.take();
                OUT.add(me() + " took " + order + ", number " + ++taken);
            }
        } catch (InterruptedException e) {
            OUT.add(me() + " ends after " + taken);
        }
    }

    static void awaitReady() {
        LOCK.lock();
        try {
            while (!ready) {
                READY.await();
            }
            OUT.add(me() + " ready, held " + LOCK.getHoldCount());
        } catch (InterruptedException e) {
            OUT.add("interrupted");
        } finally {
            LOCK.unlock();
        }
    }

    static void hear() {
        synchronized (BELL) {
            try {
                BELL.wait(TimeUnit.DAYS.toMillis(1));
                OUT.add(me() + " heard, holds " + Thread.holdsLock(BELL));
            } catch (InterruptedException e) {
                OUT.add("interrupted");
            }
        }
    }

    static void sleep() {
        try {
            Thread.sleep(1500);
            slept = me() + " slept";
        } catch (InterruptedException e) {
            slept = "interrupted";
        }
    }

    static String go(String what) {
        try {
            GO.await();
            return what + " in " + Thread.currentThread().isVirtual();
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    static void await(Thread t) {
        while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    static Thread start(String name, Runnable task) {
        Thread t = Thread.ofVirtual().name(name).start(task);
        await(t);
        return t;
    }

    public static void main(String[] args) throws Exception {
        List<Thread> threads = new ArrayList<>();
        threads.add(start("consumer", Main::consume));
        threads.add(start("patient", Main::awaitReady));
        threads.add(start("hearer", Main::hear));
        threads.add(start("sleeper", Main::sleep));
        ORDERS.put("before");
        print(1);
        await(threads.get(0));
        List<Thread> made = new ArrayList<>();
        ExecutorService each = Executors.newThreadPerTaskExecutor(task -> {
            Thread t = Thread.ofVirtual().unstarted(task);
            made.add(t);
            return t;
        });
        List<Future<?>> results = new ArrayList<>();
        results.add(each.submit(() -> go("called")));
        results.add(CompletableFuture.supplyAsync(() -> go("supplied"), each));
        ExecutorService idle = Executors.newVirtualThreadPerTaskExecutor();
        System.out.println(idle.submit(() -> "idle before").get());
        for (Thread t : made) {
            await(t);
        }
        work(threads, results);
        each.shutdown();
        System.out.println(idle.submit(() -> "idle after " + Thread.currentThread().isVirtual()).get());
        idle.close();
        threads.get(0).interrupt();
        for (Thread t : threads) {
            t.join();
        }
        print(1);
        System.out.println(slept);
        System.out.println(each.awaitTermination(1, TimeUnit.MINUTES) + " " + each.isTerminated() + " " + idle.isTerminated());
    }

    static void work(List<Thread> threads, List<Future<?>> results) throws Exception {
        System.out.println("here");
        for (int i = 0; i < 3; i++) {
            ORDERS.put("order " + i);
            print(1);
        }
        for (Thread t : threads) {
            System.out.println(t.getName() + " " + t.isVirtual() + " " + t.isDaemon());
        }
        LOCK.lock();
        ready = true;
        READY.signal();
        LOCK.unlock();
        print(1);
        synchronized (BELL) {
            BELL.notifyAll();
        }
        print(1);
        GO.countDown();
        for (Future<?> each : results) {
            System.out.println(each.get());
        }
    }
}
