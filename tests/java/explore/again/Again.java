import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

/** Programs whose classes one execution leaves changed: the next one must find them as they were in the beginning. */
public class Again {
    static int number;
    static Object last;
    static final AtomicInteger counter = new AtomicInteger(7);
    static final Map<String, Integer> map = new HashMap<>();
    static final ReentrantLock lock = new ReentrantLock();
    static final Object monitor = new Object();
    static final boolean checked = Again.class.desiredAssertionStatus();

    /** Is first used by either thread. */
    static class Lazy {
        static final AtomicInteger all = new AtomicInteger(3);
        static int plain;
    }

    /** Has all that an initialiser may make, and values of all kinds. */
    static class All {
        static final Object object = new Object();
        static final Collection<String> deque = new ArrayDeque<>();
        static final Collection<String> list = new ArrayList<>();
        static final Map<String, String> map = new HashMap<>();
        static final Collection<String> linked = new LinkedList<>();
        static final Map<String, String> table = new ConcurrentHashMap<>();
        static final Collection<String> queue = new ConcurrentLinkedQueue<>();
        static final Collection<String> copied = new CopyOnWriteArrayList<>();
        static final Collection<String> blocking = new LinkedBlockingQueue<>();
        static final AtomicBoolean off = new AtomicBoolean();
        static final AtomicBoolean on = new AtomicBoolean(true);
        static final AtomicInteger zero = new AtomicInteger();
        static final AtomicInteger one = new AtomicInteger(1);
        static final AtomicLong zeroLong = new AtomicLong();
        static final AtomicLong oneLong = new AtomicLong(1);
        static final AtomicReference<Object> nothing = new AtomicReference<>();
        static final ReentrantLock lock = new ReentrantLock();
        static byte aByte = 1;
        static short aShort = 2;
        static char aChar = 'c';
        static boolean aBoolean = true;
        static long aLong = 4;
        static float aFloat = 5;
        static double aDouble = 6;
        static String text = "text";

        static String all() {
            return List.of(deque, list, map, linked, table, queue, copied, blocking, off, on, zero, one, zeroLong, oneLong)
                    + " " + nothing.get() + lock.isLocked() + aByte + aShort + aChar + aBoolean + aLong + aFloat + aDouble + text;
        }

        static void change() {
            for (Collection<String> each : List.of(deque, list, linked, queue, copied, blocking)) {
                each.add("new");
            }
            map.put("new", "new");
            table.put("new", "new");
            off.set(true);
            on.set(false);
            zero.set(7);
            one.set(7);
            zeroLong.set(7);
            oneLong.set(7);
            nothing.set(object);
            lock.lock();
            aByte = 7;
            aShort = 7;
            aChar = 'z';
            aBoolean = false;
            aLong = 7;
            aFloat = 7;
            aDouble = 7;
            text = "new";
        }
    }

    /** Has arrays, filled by a loop and by a method. */
    static class Arrays {
        static final int[] numbers = {1, 2, 3};
        static final long[][] table = new long[2][3];
        static final Object[] things = {monitor(), "text"};
        static final double[] halves = new double[4];

        static {
            for (int i = 0; i < halves.length; i++) {
                halves[i] = i / 2.0;
            }
        }

        private static Object monitor() {
            return new Object();
        }
    }

    /** Has no initialiser. */
    static class Base {
        final ArrayList<String> list = new ArrayList<>();
        int value;

        Base(int value) {
            this.value = value > 3 ? value : 3;
        }
    }

    static class Cell extends Base {
        static int all;
        final ReentrantLock lock = new ReentrantLock();
        Cell next;

        Cell(int value, Cell next) {
            super(value);
            this.next = next;
        }
    }

    /** Has objects of the program's classes. */
    static class Cells {
        static final Cell first = new Cell(5, new Cell(1, null));
    }

    /** Changes a static of its own. */
    static class Counted {
        static int all;

        Counted() {
            all++;
        }
    }

    /** Changes a static of another class. */
    static class Counting {
        static final Counted one = new Counted();
    }

    /** Constants have fields that change. */
    enum Colour {
        RED, GREEN;

        int uses;
    }

    /** Has constants of classes of their own, and a table of all. */
    enum Phase {
        IDLE(1),
        BUSY(2) {
            @Override
            Phase next() {
                return IDLE;
            }
        };

        static final Phase[] ALL = values();
        final int weight;
        int entered;

        Phase(int weight) {
            this.weight = weight;
        }

        Phase next() {
            return ALL[ordinal() + 1];
        }
    }

    /** Begins with another class's constants. */
    static class Machine {
        static Phase phase = Phase.IDLE;
        static int weight = Phase.BUSY.weight + Phase.values().length;
        static final Phase[] history = {phase, null, null};
    }

    /** Uses a class whose initialiser is seen. */
    enum Logged {
        ONE;

        static final int made = counter.incrementAndGet();
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "fresh" -> fresh();
            case "lazy" -> start(() -> Lazy.all.addAndGet(2), () -> Lazy.all.addAndGet(5));
            case "one" -> start(() -> Lazy.all.addAndGet(2), () -> counter.incrementAndGet());
            case "constants" -> constants();
            case "all" -> all();
            case "arrays" -> arrays();
            case "cells" -> cells();
            case "counting" -> counting();
            case "phases" -> phases();
            case "logged" -> logged();
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void fresh() throws Exception {
        check(number == 0 && last == null && counter.get() == 7 && map.isEmpty() && !lock.isLocked());
        check(Lazy.plain == 0 && Lazy.all.get() == 3);
        start(() -> {
            lock.lock(); // for ever
            map.put("a", counter.incrementAndGet());
            last = monitor;
        }, () -> {
            synchronized (monitor) {
                Lazy.plain = number++;
                Lazy.all.set(counter.incrementAndGet());
            }
        });
    }

    private static void all() throws Exception {
        check(All.all().equals("[[], [], {}, [], {}, [], [], [], false, true, 0, 1, 0, 1] nullfalse12ctrue45.06.0text"));
        All.change();
        start(() -> counter.incrementAndGet(), () -> counter.incrementAndGet());
    }

    private static void arrays() throws Exception {
        int[] numbers = Arrays.numbers;
        check(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3 && Arrays.table[1][2] == 0);
        check(Arrays.things[1].equals("text") && Arrays.halves[3] == 1.5);
        start(() -> {
            synchronized (Arrays.things[0]) {
                numbers[1]++;
                Arrays.table[1] = new long[] {number++, 0, 0};
            }
        }, () -> {
            synchronized (Arrays.things[0]) {
                numbers[1] *= 7;
                Arrays.table[0][2] = number;
                Arrays.things[1] = Arrays.halves;
                Arrays.halves[3] = number;
            }
        });
    }

    private static void cells() throws Exception {
        Cell first = Cells.first;
        check(first.value == 5 && first.next.value == 3 && first.next.next == null && first.list.isEmpty() && !first.next.lock.isLocked() && Cell.all == 0);
        Cell second = first.next;
        start(() -> {
            second.lock.lock(); // for ever
            first.list.add("new");
            first.value = Cell.all++;
        }, () -> {
            synchronized (first) {
                first.next = null;
            }
        });
    }

    private static void counting() throws Exception {
        check(Counted.all == 0);
        start(() -> check(Counting.one != null), () -> check(Counting.one != null));
        check(Counted.all == 1);
    }

    private static void constants() throws Exception {
        check(Colour.valueOf("RED") == Colour.RED && Colour.GREEN.uses == 0);
        start(() -> Colour.GREEN.uses++, () -> counter.incrementAndGet(), () -> counter.incrementAndGet());
    }

    private static void phases() throws Exception {
        check(Machine.phase == Phase.IDLE && Machine.weight == 4 && Machine.history[1] == null && Phase.valueOf("BUSY").entered == 0);
        Map<Phase, String> seen = new EnumMap<>(Phase.class);
        start(() -> enter(seen, 1), () -> enter(seen, 2));
        check(Phase.IDLE.entered == 1 && Phase.BUSY.entered == 1);
    }

    private static void enter(Map<Phase, String> seen, int by) {
        synchronized (monitor) {
            Machine.phase = Machine.phase.next();
            Machine.phase.entered++;
            Machine.history[Machine.phase.entered] = Machine.phase;
            switch (Machine.phase) {
                case BUSY -> Machine.weight += by;
                default -> Machine.weight *= by;
            }
            seen.put(Machine.phase, "by " + by);
            Phase.ALL[0] = Phase.BUSY;
        }
    }

    private static void logged() throws Exception {
        check(counter.get() == 7);
        start(() -> check(Logged.ONE.ordinal() == 0), () -> counter.addAndGet(Logged.made));
        check(counter.get() == 16);
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new IllegalStateException("not as in the beginning");
        }
    }

    private static void start(Runnable... bodies) throws Exception {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            threads[i] = new Thread(bodies[i]);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
