import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads whose chains part at the same {@code Runnable.run}: idle workers of a pool, loops of two classes. */
public class Main {
    /** The threads of all are made by the same factory, whose runnable calls what it is given. */
    static final class Wrapped implements Runnable {
        private final Runnable runnable;
        private int runs;

        Wrapped(Runnable runnable) {
            this.runnable = runnable;
        }

        @Override
        public void run() {
            try {
                runs++;
                runnable.run();
            } finally {
                System.out.println("ends after " + runs);
            }
        }
    }

    static Thread worker;

    static Thread start(String name, Runnable runnable) {
        Thread t = new Thread(new Wrapped(runnable), name);
        t.start();
        return t;
    }

    static final class Loop implements Runnable {
        final BlockingQueue<String> in = new ArrayBlockingQueue<>(10);
        final BlockingQueue<String> out = new ArrayBlockingQueue<>(10);
        private int count;

        @Override
        public void run() {
            try {
                for (String word = in.take(); !word.isEmpty(); word = in.take()) {
                    out.put(word + " " + ++count);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        String ask(String word) throws InterruptedException {
            in.put(word);
            return word.isEmpty() ? "asked to end" : out.take();
        }
    }

    static final class Other implements Runnable {
        private final Loop loop;

        Other(Loop loop) {
            this.loop = loop;
        }

        @Override
        public void run() {
            loop.run();
            System.out.println("other is done");
        }
    }

    static void evening(Loop loop, Loop other, ExecutorService pool) throws Exception {
        for (int i = 0; i < 3; i++) {
            System.out.println(loop.ask("loop") + ", " + other.ask("other") + ", " + pool.submit(() -> Thread.currentThread().getName()).get());
        }
    }

    public static void main(String[] args) throws Exception {
        Loop loop = new Loop();
        Loop other = new Loop();
        Thread first = start("first", loop);
        Thread second = start("second", new Other(other));
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> {
            worker = new Thread(new Wrapped(task), "worker");
            return worker;
        });
        System.out.println(loop.ask("loop") + ", " + other.ask("other") + ", " + pool.submit(() -> "worker").get());
        evening(loop, other, pool);
        loop.ask("");
        first.join();
        other.ask("");
        second.join();
        Thread last = worker;
        worker = null; // a pool that is shut down interrupts its worker twice: whether it ends interrupted is chance
        pool.shutdown();
        last.join();
    }
}
