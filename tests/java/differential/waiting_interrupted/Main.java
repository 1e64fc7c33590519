import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.FutureTask;

/** Threads that were interrupted and have not looked yet: the flag is theirs at the checkpoint, and main sees it next. */
public class Main {
    static volatile boolean stop;
    static volatile boolean pass;
    static final ArrayBlockingQueue<String> QUEUE = new ArrayBlockingQueue<>(1);

    static void spin() {
        while (!stop) {
            Thread.onSpinWait();
        }
        System.out.println("spinner " + Thread.interrupted());
    }

    static boolean work() {
        for (int round = 0; !stop; round++) {
            if (Thread.currentThread().isInterrupted()) {
                return true;
            }
        }
        return false;
    }

    static void pass() {
        while (!pass) {
            Thread.onSpinWait();
        }
        try {
            System.out.println("took " + QUEUE.take());
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
    }

    public static void main(String[] args) throws Exception {
        Thread spinner = new Thread(Main::spin);
        FutureTask<Boolean> task = new FutureTask<>(Main::work);
        Thread worker = new Thread(task);
        Thread taker = new Thread(Main::pass);
        for (Thread each : new Thread[] {spinner, worker, taker}) {
            each.start();
        }
        spinner.interrupt();
        taker.interrupt();
        System.out.println("checkpoint"); // here
        System.out.println(spinner.isInterrupted() + " " + taker.isInterrupted());
        worker.interrupt();
        System.out.println("cancelled " + task.get());
        stop = true;
        spinner.join();
        pass = true;
        taker.join();
    }
}
