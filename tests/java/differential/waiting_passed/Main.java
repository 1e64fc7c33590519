import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;

/** Workers of a pool of the program's own, whose jobs are function objects, some in others, that wait. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static int served;

    static class Worker extends Thread {
        final BlockingQueue<Runnable> jobs;
        int done;

        Worker(String name, BlockingQueue<Runnable> jobs) {
            super(name);
            this.jobs = jobs;
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                while (true) {
                    work(jobs.take());
                }
            } catch (InterruptedException e) {
                OUT.add(getName() + " ends after " + done);
            }
        }

        void work(Runnable job) {
            String before = getName() + " did " + done;
            try {
                job.run();
            } finally {
                done++;
                OUT.add(before + ", then " + done);
            }
        }
    }

    /** Waits for two words. */
    static String two(String what, BlockingQueue<String> in) throws InterruptedException {
        String first = in.take();
        served++;
        OUT.add(what + " has " + first);
        return first + " and " + in.take();
    }

    final String name;
    final BlockingQueue<String> words = new LinkedBlockingQueue<>();

    Main(String name) {
        this.name = name;
    }

    void serve() {
        try {
            OUT.add(name + " served " + two(name, words));
        } catch (InterruptedException e) {
            OUT.add(name + " was interrupted");
        }
    }

    static Runnable called(Callable<String> called) {
        return () -> {
            try {
                OUT.add("called " + called.call());
            } catch (Exception e) {
                OUT.add("ended by " + e);
            }
        };
    }

    static void await(Thread t) {
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        Main bound = new Main("bound");
        BlockingQueue<String> lambdas = new LinkedBlockingQueue<>();
        List<BlockingQueue<String>> queues = List.of(bound.words, lambdas);
        List<Worker> workers = new ArrayList<>();
        for (Runnable job : List.of(bound::serve, called(() -> two("lambda", lambdas)))) {
            Worker worker = new Worker("worker " + workers.size(), new LinkedBlockingQueue<>());
            worker.jobs.add(() -> OUT.add("first job"));
            worker.start();
            System.out.println(OUT.take() + "; " + OUT.take());
            worker.jobs.add(job);
            queues.get(workers.size()).add("one");
            System.out.println(OUT.take());
            workers.add(worker);
            await(worker);
        }
        work(workers, queues);
    }

    static void work(List<Worker> workers, List<BlockingQueue<String>> queues) throws InterruptedException {
        System.out.println("here");
        for (int i = 0; i < workers.size(); i++) {
            queues.get(i).add("other");
            System.out.println(OUT.take() + "; " + OUT.take());
        }
        Main again = new Main("again");
        again.words.add("three");
        again.words.add("four");
        for (Worker worker : workers) {
            worker.jobs.add(again::serve);
            System.out.println(OUT.take());
            again.words.addAll(List.of("five", "six"));
            System.out.println(OUT.take() + "; " + OUT.take());
            await(worker);
            worker.interrupt();
            System.out.println(OUT.take());
            worker.join();
        }
        System.out.println("served " + served);
    }
}
