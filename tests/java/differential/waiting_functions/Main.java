import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;

/** Threads whose chains part at one call: in function objects, in a class, in a worker that is idle, in tasks of the JDK. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final List<Thread> ALL = new ArrayList<>();

    static void guarded(String name, Runnable work) {
        StringBuilder log = new StringBuilder(name);
        try {
            work.run();
            log.append(" ran");
        } catch (RuntimeException e) {
            log.append(" failed: ").append(e.getMessage());
        }
        OUT.add(log.toString());
    }

    static Thread start(String name, Runnable work) {
        Thread t = new Thread(() -> guarded(name, work), name);
        ALL.add(t);
        t.start();
        return t;
    }

    static String take(BlockingQueue<String> from) {
        try {
            return from.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted");
        }
    }

    static class Loop implements Runnable {
        final BlockingQueue<String> in = new LinkedBlockingQueue<>();
        int count;

        @Override
        public void run() {
            for (String word = take(in); !word.isEmpty(); word = take(in)) {
                OUT.add("loop " + ++count + word);
            }
        }
    }

    static void await(Thread t) {
        while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        BlockingQueue<String> one = new LinkedBlockingQueue<>();
        BlockingQueue<String> two = new LinkedBlockingQueue<>();
        BlockingQueue<String> three = new LinkedBlockingQueue<>();
        Loop loop = new Loop();
        start("first", () -> OUT.add("first has " + take(one)));
        start("second", () -> {
            String word = take(two);
            OUT.add("second has " + word + " " + take(two));
        });
        start("third", loop);
        FutureTask<String> future = new FutureTask<>(() -> "future of " + take(three));
        start("fourth", future);
        ExecutorService pool = Executors.newFixedThreadPool(2, task -> {
            Thread t = new Thread(() -> guarded("worker", task), "worker");
            ALL.add(t);
            return t;
        });
        pool.submit(() -> OUT.add("hello")).get();
        System.out.println(OUT.take());
        BlockingQueue<String> four = new LinkedBlockingQueue<>();
        pool.execute(() -> OUT.add("pooled " + take(four)));
        for (Thread each : ALL) {
            await(each);
        }
        loop.in.add("x");
        System.out.println(OUT.take());
        await(ALL.get(2));
        work(one, two, three, four, loop, future, pool);
    }

    static void work(BlockingQueue<String> one, BlockingQueue<String> two, BlockingQueue<String> three, BlockingQueue<String> four, Loop loop,
            FutureTask<String> future, ExecutorService pool) throws Exception {
        System.out.println("here");
        loop.in.add("y");
        System.out.println(OUT.take());
        one.add("1");
        System.out.println(OUT.take() + ", " + OUT.take());
        two.add("2");
        two.add("22");
        System.out.println(OUT.take() + ", " + OUT.take());
        three.add("3");
        System.out.println(future.get() + ", " + OUT.take());
        four.add("4");
        System.out.println(OUT.take());
        loop.in.add("");
        System.out.println(OUT.take());
        for (int i = 0; i < 3; i++) {
            int number = i;
            pool.submit(() -> OUT.add("later " + number)).get();
            System.out.println(OUT.take());
        }
        pool.shutdown();
        for (Thread each : ALL) {
            each.join();
        }
        System.out.println(OUT.take() + ", " + OUT.take() + " " + OUT.size());
        ALL.clear();
    }
}
