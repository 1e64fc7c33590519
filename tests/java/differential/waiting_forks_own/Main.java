import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Fork-join pools of factories of the program, of which some workers wait inside tasks and others are idle. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static int made;
    static boolean counts;
    static int later;

    static class Named extends ForkJoinWorkerThread {
        int ended;

        Named(ForkJoinPool pool, String name) {
            super(pool);
            setName(name);
        }

        @Override
        protected void onTermination(Throwable thrown) {
            ended++;
        }
    }

    static synchronized Named make(ForkJoinPool pool, String name) {
        later += counts ? 1 : 0;
        return new Named(pool, name + made++);
    }

    /** As dispatchers of actors have them: a task that is its own runnable. */
    static class Mailbox extends ForkJoinTask<Void> implements Runnable {
        private static final long serialVersionUID = 1;
        final BlockingQueue<String> in = new LinkedBlockingQueue<>();
        final String name;
        volatile Thread worker;
        int processed;

        Mailbox(String name) {
            this.name = name;
        }

        @Override
        public Void getRawResult() {
            return null;
        }

        @Override
        protected void setRawResult(Void value) {
        }

        @Override
        public void run() {
            worker = Thread.currentThread();
            try {
                for (String word = in.take(); !word.isEmpty(); word = in.take()) {
                    processed++;
                    OUT.add(name + " " + processed + " " + word);
                }
            } catch (InterruptedException e) {
                OUT.add("interrupted");
            }
        }

        @Override
        protected boolean exec() {
            run();
            OUT.add(name + " is done");
            return false;
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

    /** Waits until all these wait: only then no worker is made any more in the place of one that blocks. Twice, since one may wait for a lock that another holds. */
    static void settle(Thread... waiting) {
        for (int seen = 0; seen < 2; ) {
            boolean all = Arrays.stream(waiting).allMatch(each -> each.getState() == Thread.State.WAITING);
            seen = all ? seen + 1 : 0;
            Thread.yield();
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(4, each -> make(each, "a"), (t, e) -> OUT.add("thrown " + e.getMessage()), true);
        ForkJoinPool other = new ForkJoinPool(3, each -> make(each, "b"), null, false);
        Mailbox first = new Mailbox("first");
        Mailbox second = new Mailbox("second");
        pool.execute((ForkJoinTask<?>) first);
        pool.execute((Runnable) second::exec);
        first.in.add("x");
        second.in.add("y");
        print(2);
        List<Future<?>> short1 = new ArrayList<>();
        BlockingQueue<String> gate = new LinkedBlockingQueue<>();
        for (int i = 0; i < 2; i++) {
            short1.add(pool.submit(() -> gate.take()));
            short1.add(other.submit(() -> gate.take()));
        }
        BlockingQueue<String> last = new LinkedBlockingQueue<>();
        CompletableFuture<Thread> slowly = new CompletableFuture<>();
        Callable<String> waits = () -> {
            slowly.complete(Thread.currentThread());
            return "other has " + last.take();
        };
        Future<String> slow = other.submit(waits);
        gate.addAll(List.of("1", "2", "3", "4"));
        for (Future<?> each : short1) {
            each.get();
        }
        System.out.println("pools " + (pool.getPoolSize() > 2) + " " + (other.getPoolSize() > 1)); // whether a worker took the place of one that blocked is chance
        settle(first.worker, second.worker, slowly.get());
        counts = true;
        work(pool, other, first, second, slow, last);
    }

    static void work(ForkJoinPool pool, ForkJoinPool other, Mailbox first, Mailbox second, Future<String> slow, BlockingQueue<String> last) throws Exception {
        System.out.println("here " + later);
        first.in.add("z");
        second.in.add("z");
        print(2);
        for (int i = 0; i < 5; i++) {
            int number = i;
            System.out.println(pool.submit(() -> number * 2).get() + " " + other.submit(() -> Thread.currentThread().getClass().getSimpleName()).get());
        }
        System.out.println(CompletableFuture.supplyAsync(() -> "staged", pool).thenApplyAsync(text -> text + " twice", other).get());
        last.add("its word");
        System.out.println(slow.get());
        first.in.add("");
        second.in.add("");
        print(2);
        System.out.println(pool.submit(() -> "again").get() + " " + pool.getParallelism());
        pool.shutdown();
        other.shutdown();
        System.out.println(pool.awaitTermination(10, TimeUnit.SECONDS) + " " + other.awaitTermination(10, TimeUnit.SECONDS));
        made = 0;
    }
}
