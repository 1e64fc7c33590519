import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Idle workers of a factory whose threads override run and call that of Thread; with a queue of the program's own below that. */
public class Main {
    static final List<String> ENDED = new ArrayList<>();
    static final List<Thread> MADE = new ArrayList<>();

    /** The thread of the first factory. */
    static class Named extends Thread {
        Named(Runnable task, String name) {
            super(task, name);
            MADE.add(this);
        }

        @Override
        public void run() {
            try {
                super.run();
            } finally {
                ended(getName());
            }
        }
    }

    /** That of the second one. */
    static class Other extends Thread {
        Other(Runnable task, String name) {
            super(task, name);
            MADE.add(this);
        }

        @Override
        public void run() {
            String before = getName() + " began";
            super.run();
            ended(before);
        }
    }

    /** Marks what it gives. */
    static class Queue extends LinkedBlockingQueue<Runnable> {
        int given;

        @Override
        public Runnable take() throws InterruptedException {
            int before = given;
            Runnable task = super.take();
            given = before + 1;
            return task;
        }
    }

    static synchronized void ended(String what) {
        ENDED.add(what);
    }

    static int work(List<ExecutorService> pools) throws Exception {
        int sum = 0;
        for (ExecutorService each : pools) {
            for (int k = 0; k < 4; k++) {
                int number = k;
                sum += each.submit(() -> number + 1).get();
            }
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        ThreadFactory named = task -> new Named(task, "named");
        Queue queue = new Queue();
        ScheduledExecutorService timed = Executors.newScheduledThreadPool(2, named);
        ExecutorService own = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, queue, task -> new Other(task, "other"));
        List<ExecutorService> pools = new ArrayList<>(List.of(Executors.newFixedThreadPool(2, named), timed, own));
        System.out.println(work(pools) + " " + MADE.size());
        System.out.println(queue.given); // here
        System.out.println(work(pools) + " " + timed.schedule(() -> "timed", 20, TimeUnit.MILLISECONDS).get());
        for (ExecutorService each : pools) {
            each.shutdown();
        }
        for (Thread each : MADE) {
            each.join();
        }
        ENDED.sort(null);
        System.out.println(queue.given + " " + ENDED);
        MADE.clear(); // which of two workers has taken a task, its count tells, may differ
    }
}
