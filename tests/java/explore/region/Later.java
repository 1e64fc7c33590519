import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Programs that set something up, and then have threads: executions begin behind the set-up. */
public class Later {
    static int x;
    static long wide = 1L << 40;
    static double real;
    static List<Integer> list = new ArrayList<>();
    static final Map<String, int[]> CELLS = new HashMap<>();
    static final ReentrantLock LOCK = new ReentrantLock();
    static final ThreadLocal<Integer> OWN = new ThreadLocal<>();
    static int counted;

    public static void main(String[] args) throws Exception {
        String kind = args[0];
        int sum = 0;
        for (int at = 0; at < 100; at++) {
            CELLS.put("cell " + at, new int[] {at});
            sum += at;
        }
        OWN.set(sum);
        Files.writeString(Path.of("set-ups"), "x", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        if (kind.equals("alive")) {
            new Thread(() -> x = 9).start();
        } else if (kind.equals("never")) {
            return;
        }
        System.out.println("set up " + sum);
        Runner runner = new Runner(kind, sum, 2.5);
        runner.first(1L << 33, 1.5f);
        System.out.println("end");
        if (kind.equals("fails")) {
            throw new IllegalStateException("at the end");
        }
    }

    static class Runner {
        final String kind;
        final int sum;
        final double factor;

        Runner(String kind, int sum, double factor) {
            this.kind = kind;
            this.sum = sum;
            this.factor = factor;
        }

        void first(long wide, float small) throws Exception {
            Later.wide += wide;
            int result = 7 + second(sum, factor, small);
            System.out.println(result + " " + wide + " " + small);
        }

        int second(int count, double factor, float small) throws Exception {
            int before = count + 1;
            long doubled = 2 * Later.wide;
            go(kind); // here
            System.out.println(before + " " + doubled + " " + factor + " " + small + " " + OWN.get() + " " + CELLS.get("cell 3")[0]);
            return before;
        }
    }

    static void go(String kind) throws Exception {
        switch (kind) {
            case "storeBuffering" -> {
                int[] seen = new int[2];
                int[] cell = CELLS.get("cell 3");
                both(() -> {
                    x = 1;
                    seen[0] = cell[0];
                }, () -> {
                    cell[0] = 77;
                    seen[1] = x;
                });
                System.out.println(seen[0] + " " + seen[1]);
            }
            case "lost" -> {
                both(() -> counted++, () -> counted++);
                if (counted != 2) {
                    throw new AssertionError(counted + " instead of 2");
                }
            }
            case "locked" -> {
                Runnable add = () -> {
                    LOCK.lock();
                    try {
                        list.add(list.size());
                    } finally {
                        LOCK.unlock();
                    }
                };
                both(add, add);
                if (list.size() != 2 || CELLS.size() != 100) {
                    throw new AssertionError(list.toString());
                }
                CELLS.remove("cell 9");
            }
            case "deadlock" -> {
                Object one = CELLS.get("cell 1");
                Object other = CELLS.get("cell 2");
                both(() -> nested(one, other), () -> nested(other, one));
            }
            case "laterClass" -> {
                both(() -> x = Table.SIZES[1], () -> x += Plain.value++);
                System.out.println(x);
            }
            case "fails", "alive" -> x = 1;
            case "laterPrinting" -> both(() -> x = Printing.VALUE, () -> x += 1);
            case "laterReading" -> both(() -> wide = 2, () -> x = Reading.value);
            default -> throw new IllegalArgumentException(kind);
        }
    }

    static void nested(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                x++;
            }
        }
    }

    static class Table {
        static final int[] SIZES = {1, 2, 3};
    }

    static class Plain {
        static int value;
    }

    static class Printing {
        static final int VALUE = shown();

        static int shown() {
            System.out.println("Printing is there");
            return 3;
        }
    }

    static class Reading {
        static int value = (int) (wide % 1000);
    }

    static void both(Runnable one, Runnable other) throws InterruptedException {
        Thread first = new Thread(one);
        Thread second = new Thread(other);
        first.start();
        second.start();
        first.join();
        second.join();
    }
}
