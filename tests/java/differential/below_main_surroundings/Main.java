import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** What runs the program has live threads, a pool, a stream of its own and statics: it is left as it is. */
public class Main {
    static List<String> notes = new ArrayList<>();
    private final PrintStream out = System.out; // an object of the surroundings
    private int sum;

    public void test() {
        System.out.println("not in the replay");
        for (int i = 0; i < 1000; i++) {
            sum += i;
        }
        notes.add("sum " + sum);
        check(sum); // call
        out.println("tested");
    }

    private void check(int expected) {
        System.out.println(notes + " " + (sum == expected) + " " + (out == System.out)); // here
        notes.add("checked");
    }
}

/** Starts the program. */
class Harness {
    private static volatile int ticks;

    public static void main(String[] args) throws Exception {
        System.setOut(new HarnessOut(System.out));
        new HarnessReader().start();
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1, new HarnessThreads());
        pool.scheduleAtFixedRate(Harness::tick, 0, 1, TimeUnit.MILLISECONDS);
        while (ticks < 2) {
            Thread.yield();
        }
        Object test = Class.forName("Main").getConstructor().newInstance();
        test.getClass().getMethod("test").invoke(test);
        int before = ticks;
        while (ticks < before + 2) { // the replay's own pool goes on
            Thread.yield();
        }
        System.out.println("done " + Main.notes);
    }

    private static void tick() {
        ticks++;
    }
}

/** Waits for a command that never comes. */
class HarnessReader extends Thread {
    HarnessReader() {
        setDaemon(true);
    }

    @Override
    public synchronized void run() {
        try {
            while (true) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

/** Daemon threads. */
class HarnessThreads implements ThreadFactory {
    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }
}

/** Counts lines. */
class HarnessOut extends PrintStream {
    private int lines;

    HarnessOut(PrintStream out) {
        super(out, true);
    }

    @Override
    public void println(String text) {
        lines++;
        super.println(text);
    }
}
