import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Pools of timed tasks, and pools that are shut down or stopped, whose factories wrap the runnable. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final List<Thread> MADE = new ArrayList<>();

    static Thread make(Runnable task) {
        int at = MADE.size();
        Thread made = new Thread(() -> {
            int number = at;
            task.run();
            OUT.add("worker " + number + " ends");
        }, "worker " + MADE.size());
        MADE.add(made);
        return made;
    }

    static String serve(String name, BlockingQueue<String> in) throws InterruptedException {
        String first = in.take();
        OUT.add(name + " has " + first);
        return name + " " + first + in.take();
    }

    /** Goes on after an interrupt, as one that lets its pool's stop pass. */
    static String stubborn(BlockingQueue<String> in) {
        String found = "";
        int interrupts = 0;
        while (found.length() < 2) {
            try {
                found += in.take();
            } catch (InterruptedException e) {
                OUT.add("interrupt " + ++interrupts);
            }
        }
        return found + " " + interrupts + " " + Thread.currentThread().isInterrupted();
    }

    static boolean waits(Thread t) {
        return t.getState() == Thread.State.WAITING || t.getState() == Thread.State.TIMED_WAITING;
    }

    static void awaitAll() {
        for (Thread each : MADE) {
            while (each.isAlive() && !waits(each)) {
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        List<BlockingQueue<String>> queues = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            queues.add(new LinkedBlockingQueue<>());
        }
        ScheduledExecutorService timed = Executors.newScheduledThreadPool(3, Main::make);
        List<Future<String>> results = new ArrayList<>();
        results.add(timed.submit(() -> serve("timed", queues.get(0))));
        timed.submit(() -> OUT.add("short")).get();
        System.out.println(OUT.take());
        timed.submit(() -> OUT.add("short, too")).get();
        System.out.println(OUT.take());
        timed.scheduleWithFixedDelay(() -> {
            try {
                OUT.add(serve("periodic", queues.get(3)));
            } catch (InterruptedException e) {
                OUT.add("periodic ends");
            }
        }, 1, 1, TimeUnit.MILLISECONDS);
        queues.get(3).add("p");
        System.out.println(OUT.take());
        ScheduledFuture<?> late = timed.schedule(() -> OUT.add("late"), 1, TimeUnit.DAYS);
        ScheduledFuture<String> soon = timed.schedule(() -> "soon", 3, TimeUnit.SECONDS);
        ThreadPoolExecutor shut = (ThreadPoolExecutor) Executors.newFixedThreadPool(1, Main::make);
        results.add(shut.submit(() -> serve("shut", queues.get(1))));
        results.add(shut.submit(() -> "queued"));
        shut.shutdown();
        ThreadPoolExecutor stopped = (ThreadPoolExecutor) Executors.newFixedThreadPool(1, Main::make);
        results.add(stopped.submit(() -> stubborn(queues.get(2))));
        queues.get(2).add("1");
        while (!queues.get(2).isEmpty()) {
            Thread.onSpinWait();
        }
        awaitAll();
        stopped.shutdownNow();
        System.out.println(OUT.take());
        awaitAll();
        work(timed, late, soon, shut, stopped, queues, results);
    }

    static void work(ScheduledExecutorService timed, ScheduledFuture<?> late, ScheduledFuture<String> soon, ThreadPoolExecutor shut, ThreadPoolExecutor stopped,
            List<BlockingQueue<String>> queues, List<Future<String>> results) throws Exception {
        System.out.println("here " + shut.isTerminating() + stopped.isTerminating());
        System.out.println(soon.get() + " " + (late.getDelay(TimeUnit.HOURS) > 22));
        queues.get(0).add("x");
        System.out.println(OUT.take());
        queues.get(0).add("y");
        System.out.println(results.get(0).get());
        queues.get(3).add("q");
        System.out.println(OUT.take());
        for (int i = 0; i < 2; i++) {
            queues.get(3).add("a" + i);
            System.out.println(OUT.take());
            queues.get(3).add("b" + i);
            System.out.println(OUT.take());
        }
        queues.get(1).add("z");
        System.out.println(OUT.take());
        queues.get(1).add("zz");
        System.out.println(results.get(1).get() + " " + results.get(2).get());
        System.out.println(OUT.take());
        queues.get(2).add("2");
        System.out.println(results.get(3).get());
        System.out.println(OUT.take());
        System.out.println(shut.awaitTermination(10, TimeUnit.SECONDS) + " " + stopped.awaitTermination(10, TimeUnit.SECONDS));
        timed.submit(() -> OUT.add("last")).get();
        System.out.println(OUT.take());
        System.out.println(timed.shutdownNow().size());
        System.out.println(timed.awaitTermination(10, TimeUnit.SECONDS));
        for (Thread each : MADE) {
            each.join(); // their last words come after their pool has ended
        }
        OUT.clear();
        MADE.clear();
    }
}
