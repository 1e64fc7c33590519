import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A pool's worker that waits to enter the first method of its task, which is synchronized: the pool would have no task to begin again with. */
public class Main {
    static class Task implements Runnable {
        private int runs;

        @Override
        public synchronized void run() {
            runs++;
        }
    }

    static void work(int i) {
        System.out.println("work " + i);
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Thread worker = pool.submit(Thread::currentThread).get();
        Task task = new Task();
        Future<?> done;
        synchronized (task) {
            done = pool.submit(task);
            while (worker.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            work(1);
        }
        done.get();
        pool.shutdown();
        System.out.println(task.runs);
    }
}
