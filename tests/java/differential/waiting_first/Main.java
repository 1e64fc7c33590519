import java.util.ArrayList;
import java.util.List;

/** Threads that wait to enter their first method, which is synchronized: of a Runnable, of a class of the program, a static one, one that was interrupted. */
public class Main {
    static final List<String> SEEN = new ArrayList<>();

    static class Task implements Runnable {
        private final String name;
        private int runs;

        Task(String name) {
            this.name = name;
        }

        @Override
        public synchronized void run() {
            runs++;
            SEEN.add(name + " " + runs + " " + Thread.currentThread().getName() + " " + Thread.interrupted());
        }
    }

    static class Worker extends Thread {
        private final int[] cells = new int[3];

        Worker(String name) {
            super(name);
            setDaemon(true);
        }

        @Override
        public synchronized void run() {
            cells[1] += 5;
            SEEN.add(getName() + " " + cells[1] + " " + new Object().hashCode());
        }
    }

    static synchronized void enter() {
        SEEN.add("static " + Thread.currentThread().getPriority());
    }

    static Thread begun(Thread t) {
        t.start();
        while (t.getState() != Thread.State.BLOCKED) {
            Thread.onSpinWait();
        }
        return t;
    }

    static void work(int i) {
        System.out.println("work " + i);
    }

    public static void main(String[] args) throws Exception {
        Task task = new Task("task");
        Worker worker = new Worker("worker");
        List<Thread> threads = new ArrayList<>();
        synchronized (Main.class) {
            synchronized (task) {
                synchronized (worker) {
                    threads.add(begun(new Thread(task, "first")));
                    Thread interrupted = begun(new Thread(task, "interrupted"));
                    threads.add(interrupted);
                    interrupted.interrupt();
                    threads.add(begun(worker));
                    Thread quick = new Thread(Main::enter, "quick");
                    quick.setPriority(7);
                    threads.add(begun(quick));
                    work(1);
                    System.out.println(interrupted.isInterrupted());
                }
                worker.join();
            }
            threads.get(0).join();
            threads.get(1).join();
        }
        for (Thread each : threads) {
            each.join();
        }
        SEEN.sort(null);
        SEEN.forEach(System.out::println);
        System.out.println(task.runs);
    }
}
