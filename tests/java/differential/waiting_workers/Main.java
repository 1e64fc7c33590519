import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;

/** Workers of pools that run tasks at the checkpoint, with others idle or tasks queued; idle ones within a method of their factory. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final BlockingQueue<String> ORDERS = new LinkedBlockingQueue<>();
    static final ThreadLocal<Integer> PREPARED = ThreadLocal.withInitial(() -> -1);

    static class Cook implements Callable<String> {
        final String dish;
        int stirred;

        Cook(String dish) {
            this.dish = dish;
        }

        @Override
        public String call() throws Exception {
            StringBuilder pot = new StringBuilder(dish);
            while (pot.length() < 20) {
                String order = ORDERS.take();
                stirred++;
                pot.append('+').append(order);
                OUT.put(Thread.currentThread().getName() + " has " + pot);
            }
            return pot.reverse() + " " + stirred;
        }
    }

    static boolean isWaiting(Thread t) {
        return t.getState() == Thread.State.WAITING || t.getState() == Thread.State.TIMED_WAITING;
    }

    static void await(Thread t) {
        while (!isWaiting(t)) {
            Thread.onSpinWait();
        }
    }

    /** Each waits, and not for a lock that it is about to get, so that the order in which they take tasks is known. */
    static void awaitAll() {
        for (Thread each : MADE) {
            while (each.isAlive() && (!isWaiting(each) || LockSupport.getBlocker(each) instanceof AbstractOwnableSynchronizer)) {
                Thread.onSpinWait();
            }
        }
    }

    static void print(int lines) throws InterruptedException {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            said.add(OUT.take());
        }
        said.sort(null);
        System.out.println(said);
    }

    static final List<Thread> MADE = new ArrayList<>();

    static Thread make(Runnable task) {
        Thread made = new Thread(task, "worker " + MADE.size());
        MADE.add(made);
        return made;
    }

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor cooks = (ThreadPoolExecutor) Executors.newFixedThreadPool(2, Main::make);
        List<Future<String>> dishes = new ArrayList<>();
        for (String dish : List.of("soup", "stew", "tea", "jam")) {
            dishes.add(cooks.submit(new Cook(dish)));
            awaitAll();
        }
        ExecutorService loose = Executors.newCachedThreadPool(Main::make);
        BlockingQueue<Runnable> later = new LinkedBlockingQueue<>();
        loose.execute(() -> {
            int ran = 0;
            try {
                while (true) {
                    Runnable next = later.poll(100, TimeUnit.DAYS);
                    next.run();
                    OUT.put("ran " + ++ran);
                }
            } catch (InterruptedException e) {
                OUT.add("loop ended after " + ran);
            }
        });
        await(MADE.get(2));
        loose.submit(() -> OUT.add("first of the other worker")).get();
        print(1);
        ExecutorService wrapped = Executors.newFixedThreadPool(2, task -> make(() -> {
            int number = MADE.size();
            PREPARED.set(number);
            try {
                task.run();
            } finally {
                OUT.add("worker of " + number + " ends");
            }
        }));
        for (int i = 0; i < 3; i++) {
            wrapped.submit(() -> OUT.add("prepared " + PREPARED.get())).get();
            awaitAll();
        }
        print(3);
        ORDERS.put("salt");
        print(1);
        awaitAll();
        work(cooks, dishes, loose, later, wrapped);
    }

    static void work(ThreadPoolExecutor cooks, List<Future<String>> dishes, ExecutorService loose, BlockingQueue<Runnable> later,
            ExecutorService wrapped) throws Exception {
        System.out.println("here " + cooks.getActiveCount() + " at work, " + cooks.getQueue().size() + " queued, " + cooks.getCompletedTaskCount());
        for (int i = 0; i < 14; i++) {
            ORDERS.put("o" + i);
            print(1);
            awaitAll();
        }
        cooks.shutdown();
        for (int i = 0; i < 8; i++) {
            ORDERS.put("more" + i);
        }
        int length = 0;
        for (Future<String> dish : dishes) {
            length += dish.get().length();
        }
        System.out.println("cooked " + (length > 80) + " " + cooks.awaitTermination(1, TimeUnit.MINUTES) + " " + cooks.getCompletedTaskCount());
        OUT.clear();
        for (int i = 0; i < 2; i++) {
            later.put(() -> System.out.println("later on " + Thread.currentThread().getName()));
            print(1);
        }
        loose.submit(() -> OUT.add("by the idle one: " + Thread.currentThread().getName())).get();
        print(1);
        loose.shutdownNow();
        print(1);
        System.out.println(loose.awaitTermination(1, TimeUnit.MINUTES));
        for (int i = 0; i < 3; i++) {
            wrapped.submit(() -> OUT.add("prepared " + PREPARED.get() + " " + Thread.currentThread().getName())).get();
            print(1);
            awaitAll();
        }
        wrapped.shutdown();
        print(2);
        System.out.println(wrapped.awaitTermination(1, TimeUnit.MINUTES));
        MADE.clear(); // whether an interrupt came before a worker's end is chance
    }
}
