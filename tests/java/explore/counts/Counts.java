import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Small programs of which is known how many orders of their conflicting steps there are, and how many end states. */
public class Counts {
    interface Body {
        void run(int number) throws Exception;
    }

    static int x;
    static int y;
    static int z;
    static int[] results;
    static final AtomicInteger counter = new AtomicInteger();
    static int[] table;

    public static void main(String[] args) throws Exception {
        int n = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        results = new int[n + 2];
        switch (args[0]) {
            case "sameWrites" -> start(i -> x = 5, i -> x = 5, i -> results[2] = x);
            case "increments" -> start(n, i -> counter.incrementAndGet());
            case "readWrite" -> start(n, i -> {
                int read = x;
                x = read + 1;
                results[i] = read;
            });
            case "readers" -> start(n + 1, i -> {
                if (i == 0) {
                    x = 1;
                } else {
                    results[i] = x;
                }
            });
            case "writers" -> start(n + 1, i -> {
                if (i < n) {
                    x = i + 1;
                } else {
                    results[i] = x;
                }
            });
            case "storeBuffering" -> start(i -> {
                x = 1;
                results[0] = y;
            }, i -> {
                y = 1;
                results[1] = x;
            });
            case "messagePassing" -> start(i -> {
                x = 1;
                y = 1;
            }, i -> {
                results[0] = y;
                results[1] = x;
            });
            case "locks" -> locks();
            case "philosophers" -> philosophers(n);
            case "producerConsumer" -> start(i -> {
                for (int k = 0; k < n; k++) {
                    put();
                }
            }, i -> {
                for (int k = 0; k < n; k++) {
                    results[k] = take();
                }
            });
            case "lastZero" -> lastZero(n);
            case "fibonacci", "observedFibonacci" -> fibonacci(n, args[0].startsWith("observed"));
            case "indexer" -> indexer(n);
            case "rotation" -> start(n, i -> results[i] = counter.compareAndExchange(i, i + 1));
            case "lost" -> start(i -> {
                y = z;
                y = x;
            }, i -> results[1] = y, i -> z = 1);
            case "lostPlain" -> start(i -> copy(), i -> first(), i -> {
                results[1] = read();
                second();
            });
            case "lostLocked" -> {
                Object lock = new Object();
                start(i -> {
                    synchronized (lock) {
                        x = y;
                    }
                }, i -> {
                    results[1] = x;
                    synchronized (lock) {
                        x = 1;
                    }
                });
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void locks() throws Exception {
        Object a = new Object();
        Object b = new Object();
        start(i -> {
            synchronized (a) {
                synchronized (b) {
                    x = x + 1;
                }
            }
        }, i -> {
            synchronized (b) {
                synchronized (a) {
                    x = x + 1;
                }
            }
        });
    }

    private static void philosophers(int n) throws Exception {
        Object[] forks = new Object[n];
        for (int i = 0; i < n; i++) {
            forks[i] = new Object();
        }
        start(n, i -> {
            synchronized (forks[i]) {
                synchronized (forks[(i + 1) % n]) {
                    Thread.onSpinWait();
                }
            }
        });
    }

    /** A buffer with room for all: `x` were put, `y` taken. */
    private static synchronized void put() {
        x++;
    }

    private static synchronized int take() {
        return x > y ? ++y : 0;
    }

    /** As in Abdulla et al., POPL 2014: writers increment their element from the one before, a reader looks for the last zero. */
    private static void lastZero(int n) throws Exception {
        table = new int[n + 1];
        start(n + 1, i -> {
            if (i == 0) {
                int at = n;
                while (table[at] != 0) {
                    at--;
                }
                results[0] = at;
            } else {
                table[i] = table[i - 1] + 1;
            }
        });
    }

    /** A third thread may look at both numbers. */
    private static void fibonacci(int n, boolean observed) throws Exception {
        x = 1;
        y = 1;
        Body own = i -> {
            for (int k = 0; k < n; k++) {
                x = x + y;
            }
        };
        Body other = i -> {
            for (int k = 0; k < n; k++) {
                y = x + y;
            }
        };
        if (observed) {
            start(own, other, i -> {
                results[0] = x;
                results[1] = y;
            });
        } else {
            start(own, other);
        }
    }

    /** As in Flanagan and Godefroid, POPL 2005: each thread puts four values into a hash table. */
    private static void indexer(int n) throws Exception {
        AtomicIntegerArray cells = new AtomicIntegerArray(128);
        start(n, i -> {
            for (int k = 1; k <= 4; k++) {
                int value = k * 11 + i;
                int at = value * 7 % 128;
                while (!cells.compareAndSet(at, 0, value)) {
                    at = (at + 1) % 128;
                    results[i] += 1 << 8 * k;
                }
            }
        });
    }

    private static synchronized void copy() {
        y = x;
    }

    private static synchronized void first() {
        x = 1;
    }

    private static synchronized int read() {
        return x;
    }

    private static synchronized void second() {
        y = 0;
    }

    private static void start(int n, Body body) throws Exception {
        Body[] all = new Body[n];
        java.util.Arrays.fill(all, body);
        start(all);
    }

    private static void start(Body... bodies) throws Exception {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    bodies[number].run(number);
                } catch (Exception error) {
                    throw new IllegalStateException(error);
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
