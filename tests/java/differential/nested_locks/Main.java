import java.util.ArrayList;
import java.util.List;

/** Synchronized methods and blocks nested, the same lock twice, exceptions that leave them, waiting afterwards. */
public class Main {
    static final List<String> LOG = new ArrayList<>();
    final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        Main main = new Main();
        for (int i = 0; i < 3; i++) {
            try {
                System.out.println(i + main.outer(i)); // outer
            } catch (IllegalStateException e) {
                System.out.println(i + e.getMessage());
            }
            System.out.println(Thread.holdsLock(main) + " " + Thread.holdsLock(main.lock) + Thread.holdsLock(Main.class));
        }
        Thread other = new Thread(() -> {
            synchronized (main) {
                synchronized (main.lock) {
                    LOG.add("free " + staticLocked(5));
                }
            }
        });
        other.start();
        other.join();
        System.out.println(LOG);
    }

    synchronized String outer(int n) {
        synchronized (lock) {
            synchronized (this) {
                LOG.add("outer " + n);
                synchronized (lock) {
                    String text = "t" + inner(n, lock); // inner
                    return text + staticLocked(n);
                }
            }
        }
    }

    private String inner(int n, Object mine) {
        try {
            synchronized (mine) {
                return middle(n); // middle
            }
        } finally {
            LOG.add("finally " + Thread.holdsLock(mine));
        }
    }

    private static synchronized long staticLocked(int n) {
        return LOG.size() + n;
    }

    static synchronized String middle(int n) {
        LOG.add("middle " + n);
        if (n == 1) {
            throw new IllegalStateException("one"); // throw
        }
        return "m" + n; // middleEnd
    }
}
