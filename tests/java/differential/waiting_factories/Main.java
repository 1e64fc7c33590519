import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.LockSupport;

/** Workers of pools whose factories wrap the runnable: some wait inside tasks (lambdas, method references, objects of a class), others are idle. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final BlockingQueue<String> HAS = new LinkedBlockingQueue<>();
    static final List<Thread> MADE = new ArrayList<>();
    static final ThreadLocal<String> PREPARED = ThreadLocal.withInitial(() -> "none");

    final String name;
    final BlockingQueue<String> words = new LinkedBlockingQueue<>();

    Main(String name) {
        this.name = name;
    }

    /** By a lambda, with work before and after. */
    static ThreadFactory wrapping(String what) {
        return task -> {
            int at = MADE.size();
            Thread made = new Thread(() -> {
                int number = before(what, at);
                try {
                    task.run();
                } finally {
                    OUT.add(what + " " + number + " ends");
                }
            }, what + " " + at);
            MADE.add(made);
            return made;
        };
    }

    static int before(String what, int at) {
        PREPARED.set(what + at);
        return at * 10;
    }

    /** By a class of threads. */
    static class Counted extends Thread {
        int ended;

        Counted(Runnable task) {
            super(task, "counted " + MADE.size());
            MADE.add(this);
        }

        @Override
        public void run() {
            String began = getName() + " began";
            try {
                super.run();
            } finally {
                ended++;
                OUT.add(began + " and ended " + ended);
            }
        }
    }

    String two(String what) throws InterruptedException {
        String first = words.take();
        HAS.add(what + " has " + first + " " + PREPARED.get());
        return first + "+" + words.take();
    }

    void serve() {
        try {
            OUT.add(name + " served " + two(name) + " on " + Thread.currentThread().getName());
        } catch (InterruptedException e) {
            OUT.add(name + " was interrupted");
        }
    }

    /** A task of a class. */
    class Job implements Callable<String>, Runnable {
        int ran;

        @Override
        public String call() throws Exception {
            ran++;
            return "job " + two("job of " + name) + " " + ran;
        }

        @Override
        public void run() {
            try {
                OUT.add(call());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    static boolean isWaiting(Thread t) {
        return t.getState() == Thread.State.WAITING || t.getState() == Thread.State.TIMED_WAITING;
    }

    /** Each waits, and not for a lock that it is about to get. */
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
        said.forEach(System.out::println);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService first = Executors.newFixedThreadPool(5, wrapping("first"));
        ExecutorService second = Executors.newCachedThreadPool(Counted::new);
        List<Main> all = new ArrayList<>();
        for (String each : List.of("lambda", "reference", "object", "called", "staged", "counted", "plain")) {
            all.add(new Main(each));
        }
        for (ExecutorService pool : List.of(first, second)) {
            pool.submit(() -> OUT.add("at first")).get();
            print(1);
            awaitAll();
        }
        List<Future<?>> results = new ArrayList<>();
        Main lambda = all.get(0);
        results.add(first.submit(() -> {
            String text = lambda.two("submitted");
            return text + " by " + Thread.currentThread().getName();
        }));
        first.execute(all.get(1)::serve);
        first.execute(all.get(2).new Job());
        results.add(second.submit((Callable<String>) all.get(3).new Job()));
        results.add(CompletableFuture.supplyAsync(() -> {
            all.get(4).serve();
            return "supplied";
        }, first).thenApply(text -> text + " and applied"));
        ExecutorService third = Executors.newFixedThreadPool(1, Counted::new);
        third.execute(() -> {
            OUT.add("counted is here");
            all.get(5).serve();
            throw new IllegalStateException("thrown on purpose");
        });
        print(1);
        Future<?> short1 = second.submit(() -> OUT.add("short"));
        short1.get();
        print(1);
        awaitAll();
        work(first, second, third, all, results);
    }

    static void work(ExecutorService first, ExecutorService second, ExecutorService third, List<Main> all, List<Future<?>> results) throws Exception {
        System.out.println("here");
        third.shutdown();
        for (Thread each : MADE) {
            each.setUncaughtExceptionHandler((t, e) -> OUT.add("uncaught: " + e.getMessage()));
        }
        for (Main each : all) {
            if (!each.name.equals("plain")) {
                each.words.add("one");
                System.out.println(HAS.take());
                awaitAll();
                each.words.add("two");
                awaitAll();
            }
        }
        for (Future<?> each : results) {
            System.out.println(each.get());
        }
        print(6);
        for (ExecutorService pool : List.of(first, second)) {
            pool.submit(() -> OUT.add("at last")).get();
            print(1);
        }
        first.execute(all.get(6)::serve);
        all.get(6).words.addAll(List.of("three", "four"));
        System.out.println((HAS.take() + ", " + OUT.take()).replaceAll("[0-9]", "")); // which of the idle workers runs it is chance
        first.shutdown();
        second.shutdown();
        for (Thread each : MADE) {
            each.join();
        }
        OUT.add("end");
        print(OUT.size());
        MADE.clear();
    }
}
