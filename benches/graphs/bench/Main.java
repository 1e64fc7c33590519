package bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures one tool on one graph in this JVM: {@code -Dbench.graph= -Dbench.n= Main TOOL write|read|memory FILE ROUNDS}. The first
 * round is cold: it is the first time that the JVM runs the tool's code. Prints a line for each round, in nanoseconds: by the
 * clock, and of the whole process on all processors (collector and compiler included).
 *
 * <p>{@code memory} collects garbage again and again while the graph is written, and prints the largest heap in use right after
 * a collection beyond the graph's own.
 */
public final class Main {
    private static final OperatingSystemMXBean SYSTEM = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final long STACK = 1L << 30;
    /** Between two collections, so that the writer gets on. */
    private static final long PAUSE = 50_000_000;
    static Object held;
    static volatile boolean writing;
    static volatile long peak;

    private Main() {}

    public static void main(String[] args) throws Exception {
        Runnable all = () -> {
            try {
                run(args[0], args[1], new File(args[2]), Integer.parseInt(args[3]));
            } catch (Throwable e) {
                fail(e);
            }
        };
        if (args[0].equals("Jcp")) {
            all.run(); // it captures what runs on main
            return;
        }
        Thread deep = new Thread(null, all, "deep", STACK); // the others recurse
        deep.start();
        deep.join();
    }

    private static void fail(Throwable e) {
        System.out.println("FAILED " + e.toString().replace('\n', ' '));
        StackTraceElement[] stack = e.getStackTrace();
        for (int i = 0; i < Math.min(8, stack.length); i++) {
            System.err.println("  " + stack[i]);
        }
        for (Throwable c = e.getCause(); c != null; c = c.getCause()) {
            System.err.println("  because of " + c);
        }
        System.exit(1);
    }

    private static void run(String name, String what, File file, int rounds) throws Exception {
        String graph = System.getProperty("bench.graph");
        int n = Integer.getInteger("bench.n");
        long before = used();
        if (!what.equals("read") && !name.equals("Machine")) {
            held = Graphs.make(graph, n, new Maker.Real());
        }
        long size = used() - before;
        if (held != null) {
            System.out.println("DIGEST " + Check.digest(held));
        }
        if (what.equals("memory")) {
            memory(name, file, size);
            return;
        }
        Tool tool = null;
        for (int round = 0; round < rounds; round++) {
            long clock = System.nanoTime();
            long cpu = SYSTEM.getProcessCpuTime();
            if (tool == null) {
                tool = Tool.of(name);
                if (name.equals("Machine")) {
                    clock = System.nanoTime();
                    cpu = SYSTEM.getProcessCpuTime();
                }
            }
            if (what.equals("write")) {
                tool.write(held, file);
            } else {
                held = tool.read(file);
            }
            clock = System.nanoTime() - clock;
            cpu = SYSTEM.getProcessCpuTime() - cpu;
            System.out.println("ROUND " + clock + " " + cpu);
            if (what.equals("read") && !name.equals("Machine")) {
                System.out.println("DIGEST " + (name.equals("Loop") ? "" : Check.digest(held)));
                held = null;
            }
            used();
        }
        System.out.println("SIZE " + size + " " + file.length());
    }

    private static void memory(String name, File file, long size) throws Exception {
        long graph = used();
        // named and placed as one of the JVM's own threads, since jcp refuses to capture while the program has others
        ThreadGroup system = Thread.currentThread().getThreadGroup().getParent();
        Thread collector = new Thread(system, () -> {
            while (!writing) {
                Thread.onSpinWait();
            }
            while (writing) {
                peak = Math.max(peak, used());
                LockSupport.parkNanos(PAUSE);
            }
        }, "JFR collector");
        collector.setDaemon(true);
        collector.start();
        Tool tool = Tool.of(name);
        writing = true;
        tool.write(held, file);
        writing = false;
        System.out.println("PEAK " + (peak - graph) + " " + size);
    }

    private static long used() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
