import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Pools whose classes override beforeExecute and afterExecute, while workers wait inside tasks and others are idle. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final ThreadLocal<Integer> TASKS = ThreadLocal.withInitial(() -> 0);

    static class Base extends ThreadPoolExecutor {
        int before;
        int after;

        Base(int size) {
            super(size, size, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
        }

        @Override
        protected synchronized void beforeExecute(Thread thread, Runnable task) {
            super.beforeExecute(thread, task);
            before++;
            TASKS.set(TASKS.get() + 1);
        }

        @Override
        protected synchronized void afterExecute(Runnable task, Throwable thrown) {
            after++;
        }

        synchronized String counts() {
            return before + " before, " + after + " after";
        }
    }

    static class Named extends Base {
        final List<String> names = new ArrayList<>();

        Named(int size) {
            super(size);
        }

        @Override
        protected synchronized void beforeExecute(Thread thread, Runnable task) {
            names.add("began " + names.size());
            super.beforeExecute(thread, task);
        }
    }

    static class Timed extends ScheduledThreadPoolExecutor {
        int before;

        Timed() {
            super(2);
        }

        @Override
        protected synchronized void beforeExecute(Thread thread, Runnable task) {
            before++;
        }
    }

    static String serve(BlockingQueue<String> in) throws InterruptedException {
        String first = in.take();
        OUT.add("has " + first + ", task " + TASKS.get());
        return first + in.take();
    }

    public static void main(String[] args) throws Exception {
        Base base = new Base(2);
        Named named = new Named(2);
        Timed timed = new Timed();
        List<BlockingQueue<String>> queues = List.of(new LinkedBlockingQueue<>(), new LinkedBlockingQueue<>(), new LinkedBlockingQueue<>());
        List<Future<String>> results = new ArrayList<>();
        for (ThreadPoolExecutor each : List.of(base, named, timed)) {
            each.submit(() -> OUT.add("first")).get();
            System.out.println(OUT.take());
        }
        results.add(base.submit(() -> serve(queues.get(0))));
        results.add(named.submit(() -> serve(queues.get(1))));
        results.add(timed.submit(() -> serve(queues.get(2))));
        ScheduledFuture<?> late = timed.schedule(() -> OUT.add("late"), 1, TimeUnit.HOURS);
        for (BlockingQueue<String> each : queues) {
            each.add("a");
            System.out.println(OUT.take());
        }
        for (ThreadPoolExecutor each : List.of(base, named)) {
            while (each.getActiveCount() != 1) {
                Thread.onSpinWait();
            }
        }
        work(base, named, timed, queues, results, late);
    }

    static void work(Base base, Named named, Timed timed, List<BlockingQueue<String>> queues, List<Future<String>> results, ScheduledFuture<?> late) throws Exception {
        System.out.println("here " + base.counts() + "; " + named.counts() + "; " + timed.before);
        for (int i = 0; i < 3; i++) {
            queues.get(i).add("b");
            System.out.println(results.get(i).get());
        }
        for (ThreadPoolExecutor each : List.of(base, named, timed)) {
            each.submit(() -> OUT.add("later")).get();
            System.out.println(OUT.take());
        }
        System.out.println(late.cancel(false) + " " + timed.getQueue().size());
        for (ThreadPoolExecutor each : List.of(base, named, timed)) {
            each.shutdown();
            System.out.println(each.awaitTermination(10, TimeUnit.SECONDS));
        }
        System.out.println(base.counts() + "; " + named.counts() + " " + named.names + "; " + timed.before);
    }
}
