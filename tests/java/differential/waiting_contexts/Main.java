import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/** One method that threads come to by several calls: as the first one of a pool's task, inside two factories, by two calls of one line. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final List<Thread> ALL = new ArrayList<>();

    static Thread add(Thread t) {
        ALL.add(t);
        return t;
    }

    static class Job implements Runnable {
        final BlockingQueue<String> in = new LinkedBlockingQueue<>();
        final String name;
        int words;

        Job(String name) {
            this.name = name;
        }

        String next() {
            try {
                words++;
                return in.take();
            } catch (InterruptedException e) {
                return "interrupted";
            }
        }

        @Override
        public void run() {
            String first = next();
            String second = first + next();
            OUT.add(name + " has " + second + " of " + words);
        }
    }

    static String both(boolean first, Supplier<String> a, Supplier<String> b) {
        return (first ? a.get() : "none") + " and " + (first ? "none" : b.get());
    }

    static void await() {
        for (Thread each : ALL) {
            while (each.isAlive() && each.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        List<ExecutorService> pools = List.of(Executors.newFixedThreadPool(2, task -> add(new Thread(task))),
            Executors.newFixedThreadPool(2, task -> add(new Thread(() -> {
                task.run();
                OUT.add("one ends");
            }))),
            Executors.newFixedThreadPool(2, task -> add(new Thread(() -> {
                String before = "two";
                task.run();
                OUT.add(before + " ends");
            }))));
        List<Job> jobs = new ArrayList<>();
        for (ExecutorService each : pools) {
            for (int i = 0; i < 2; i++) {
                Job job = new Job("job " + jobs.size());
                jobs.add(job);
                each.execute(job);
            }
        }
        Job alone = new Job("alone");
        jobs.add(alone);
        add(new Thread(alone)).start();
        Job left = new Job("left");
        Job right = new Job("right");
        add(new Thread(() -> OUT.add(both(true, left::next, right::next)))).start();
        add(new Thread(() -> OUT.add(both(false, left::next, right::next)))).start();
        for (int i = 0; i < jobs.size(); i += 2) {
            jobs.get(i).in.add("a");
        }
        while (jobs.stream().anyMatch(job -> !job.in.isEmpty())) {
            Thread.onSpinWait();
        }
        await();
        work(pools, jobs, left, right);
    }

    static void work(List<ExecutorService> pools, List<Job> jobs, Job left, Job right) throws InterruptedException {
        System.out.println("here " + jobs.get(0).words + jobs.get(1).words);
        for (Job each : jobs) {
            each.in.add("b");
            each.in.add("c");
            System.out.println(OUT.take());
        }
        left.in.add("l");
        System.out.println(OUT.take() + OUT.size());
        right.in.add("r");
        System.out.println(OUT.take() + left.words + right.words);
        for (ExecutorService each : pools) {
            for (int i = 0; i < 2; i++) {
                Job job = new Job("later");
                job.in.addAll(List.of("x", "y"));
                each.execute(job);
                System.out.println(OUT.take());
            }
        }
        for (ExecutorService each : pools) {
            each.shutdown();
        }
        for (Thread each : ALL) {
            each.join();
        }
        List<String> ends = new ArrayList<>(OUT);
        ends.sort(null);
        System.out.println(ends);
        OUT.clear();
        ALL.clear();
    }
}
