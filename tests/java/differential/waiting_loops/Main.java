import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** Threads that wait in no call at the checkpoint: they spin, or compute, in loops of their own and of methods that these call. */
public class Main {
    static volatile boolean go;
    static final List<String> SAID = new ArrayList<>();

    /** Spins until main says so; begun in the middle of its work. */
    static class Spinner implements Runnable {
        final CountDownLatch begun;
        final String name;

        Spinner(String name, CountDownLatch begun) {
            this.name = name;
            this.begun = begun;
        }

        @Override
        public void run() {
            StringBuilder text = new StringBuilder(name);
            long spins = 0;
            while (!go) {
                if (spins++ == 3) {
                    text.append(" has begun");
                    begun.countDown();
                }
            }
            say(text + ", " + (spins > 3));
        }
    }

    /** Spins in a method below, with a monitor and a value of the caller's on the operand stack. */
    static class Below extends Thread {
        final CountDownLatch begun;
        private final int[] counts = {1, 2, 3};

        Below(CountDownLatch begun) {
            super("below");
            this.begun = begun;
        }

        @Override
        public void run() {
            int sum = counts[2] + count(4) * counts[1];
            say("below " + sum);
        }

        private int count(int least) {
            int times = 0;
            synchronized (counts) {
                do {
                    times++;
                    if (times == least) {
                        begun.countDown();
                    }
                } while (!go || times < least);
                return counts.length * least;
            }
        }
    }

    /** Its loop begins with a call in which it may wait: it is the call that it comes to. */
    static class Parker implements Runnable {
        final CountDownLatch begun;

        Parker(CountDownLatch begun) {
            this.begun = begun;
        }

        @Override
        public void run() {
            begun.countDown();
            LockSupport.unpark(Thread.currentThread());
            do {
                LockSupport.park();
                LockSupport.unpark(Thread.currentThread());
            } while (!go);
        }
    }

    /** The same numbers whoever is at them how long. */
    static long mix(long from, int rounds, CountDownLatch begun) {
        long x = from;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < 50_000; i++) {
                x = x * 6364136223846793005L + 1442695040888963407L ^ x >>> 17;
            }
            if (round == 1) {
                begun.countDown();
            }
        }
        return x;
    }

    static synchronized int said() {
        return SAID.size();
    }

    static synchronized void say(String what) {
        SAID.add(what);
    }

    public static void main(String[] args) throws Exception {
        CountDownLatch begun = new CountDownLatch(8);
        List<Thread> threads = new ArrayList<>();
        for (String name : List.of("one", "two")) {
            threads.add(new Thread(new Spinner(name, begun), name));
        }
        threads.add(new Below(begun));
        threads.add(new Thread(new Parker(begun)));
        for (Thread each : threads) {
            each.start();
        }
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Long> first = pool.submit(() -> mix(1, 5_000, begun));
        Future<Long> second = pool.submit(() -> mix(2, 5_000, begun));
        Timer timer = new Timer(true);
        Spinner inTimer = new Spinner("timer", begun);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                inTimer.run();
            }
        }, 0);
        ForkJoinPool forks = new ForkJoinPool(1);
        Future<Long> third = forks.submit(() -> {
            new Spinner("fork", begun).run();
            return 3L;
        });
        begun.await();
        work(threads, List.of(first, second, third), pool);
        timer.cancel();
        forks.shutdown();
    }

    static void work(List<Thread> threads, List<Future<Long>> numbers, ExecutorService pool) throws Exception {
        System.out.println("here");
        go = true;
        for (Thread each : threads) {
            each.join();
        }
        for (Future<Long> each : numbers) {
            System.out.println(each.get());
        }
        while (said() < 5) {
            Thread.onSpinWait();
        }
        SAID.sort(null);
        System.out.println(SAID);
        pool.shutdown();
    }
}
