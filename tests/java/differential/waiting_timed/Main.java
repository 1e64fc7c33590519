import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Timed tasks that are under way at the checkpoint: of pools and timers, periodic or not, some cancelled, a pool that was shut down. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();

    /** Takes an order in the middle of each run, and tells it. */
    static class Step extends TimerTask {
        final BlockingQueue<String> orders = new LinkedBlockingQueue<>();
        final String name;
        int runs;
        volatile Thread in;

        Step(String name) {
            this.name = name;
        }

        @Override
        public void run() {
            int run = ++runs;
            in = Thread.currentThread();
            try {
                String order = orders.take();
                OUT.add(name + " " + run + ": " + order + " on " + Thread.currentThread().getName().replaceAll("thread-.", "thread"));
            } catch (InterruptedException e) {
                OUT.add(name + " " + run + " interrupted");
            }
            in = null;
        }

        void awaitRun() {
            Thread t = in;
            while (t == null || t.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
                t = in;
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

    /** One more run of each, until it waits again. */
    static void step(List<Step> steps, String order) throws InterruptedException {
        for (Step each : steps) {
            each.awaitRun();
            each.orders.add(each.name.charAt(0) + order);
            print(1);
        }
    }

    public static void main(String[] args) throws Exception {
        List<Step> steps = List.of(new Step("rate"), new Step("delay"), new Step("timer"), new Step("late timer"));
        List<Step> once = List.of(new Step("once"), new Step("timer once"), new Step("ends"), new Step("shut"), new Step("timer ends"));
        ScheduledExecutorService two = Executors.newScheduledThreadPool(3);
        ScheduledFuture<?> rate = two.scheduleAtFixedRate(steps.get(0), 0, 3, TimeUnit.MILLISECONDS);
        steps.get(0).awaitRun();
        two.scheduleWithFixedDelay(steps.get(1), 1, 2, TimeUnit.MILLISECONDS);
        Timer timer = new Timer("ticks", true);
        timer.scheduleAtFixedRate(steps.get(2), 0, 4);
        Timer late = new Timer("late ticks");
        late.schedule(steps.get(3), 1, 3);
        step(steps, "before");
        step(steps, "again");
        ScheduledExecutorService one = Executors.newSingleThreadScheduledExecutor();
        one.schedule(once.get(0), 1, TimeUnit.MILLISECONDS);
        Future<String> result = one.schedule(() -> "after it", 2, TimeUnit.MILLISECONDS);
        Timer alone = new Timer("alone");
        alone.schedule(once.get(1), 1);
        ScheduledExecutorService cancels = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> ends = cancels.scheduleAtFixedRate(once.get(2), 0, 1, TimeUnit.MILLISECONDS);
        ScheduledExecutorService shut = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> last = shut.scheduleAtFixedRate(once.get(3), 0, 1, TimeUnit.MILLISECONDS);
        Timer cancelled = new Timer("cancelled");
        cancelled.schedule(once.get(4), 0, 1);
        for (Step each : steps) {
            each.awaitRun();
        }
        for (Step each : once) {
            each.awaitRun();
        }
        ends.cancel(false);
        shut.shutdown();
        once.get(4).cancel();
        cancelled.cancel();
        work(steps, once, rate);
        System.out.println(result.get() + " " + once.get(4).cancel() + " " + steps.get(2).cancel());
        cancels.shutdown();
        two.shutdown();
        one.shutdown();
        timer.cancel();
        late.cancel();
        alone.cancel();
        step(steps, "end");
        System.out.println(two.awaitTermination(1, TimeUnit.MINUTES) + " " + shut.awaitTermination(1, TimeUnit.MINUTES) + " "
            + cancels.awaitTermination(1, TimeUnit.MINUTES) + " " + rate.isCancelled() + " " + ends.isCancelled() + " " + last.isDone());
    }

    static void work(List<Step> steps, List<Step> once, ScheduledFuture<?> rate) throws InterruptedException {
        System.out.println("here " + rate.isDone());
        step(steps, "first");
        step(once, "only");
        step(steps, "second");
        step(steps, "third");
        for (Step each : steps) {
            each.awaitRun();
        }
    }
}
