package jcp.runtime.frames;

import java.util.ArrayList;
import java.util.List;
import jcp.runtime.format.Sink;
import jcp.runtime.format.Source;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.JdkFrame;
import jcp.runtime.program.Plan;

/**
 * One thread's part of a checkpoint: the frames of its chain, and what of the thread itself goes on: name, priority, interrupt, the
 * values of its thread-locals, its generators of identity hashes and of {@code ThreadLocalRandom}.
 */
public class Stack {
    /** Fields of a thread: the state of its {@code ThreadLocalRandom}. */
    private static final String[] SEEDS = {"threadLocalRandomSeed", "threadLocalRandomProbe", "threadLocalRandomSecondarySeed"};

    public final Thread thread;
    public final List<Plan.Element> chain;
    public final Shadow shadow;
    /** The frames of the JDK between methods of the chain ({@link FramesBetween}), outermost first. */
    public List<JdkFrame> between = List.of();
    private final HashGenerator generator;
    private final boolean interrupted;

    /** {@code generator}: its state when the hook was entered, or null; {@code interrupted}: what it was then. */
    public Stack(List<Plan.Element> chain, Shadow shadow, HashGenerator generator, boolean interrupted) {
        thread = shadow.thread;
        this.chain = chain;
        this.shadow = shadow;
        this.generator = generator;
        this.interrupted = interrupted;
    }

    /** The value of a slot of primitive type, by its number in the frame. */
    public long value(int depth, int number) {
        return shadow.values[shadow.start(depth) + number];
    }

    /** The same of a slot for references. */
    public Object reference(int depth, int number) {
        return shadow.references[shadow.start(depth) + number];
    }

    /** The kind of a value that the frame has besides; 0 if none. */
    public char madeUp(int depth) {
        return 0;
    }

    /** That value. */
    public long madeUpValue() {
        return 0;
    }

    /** What goes on of the thread itself. */
    public void write(Sink out) {
        out.text(thread.getName());
        out.varint(thread.getPriority());
        out.u1(interrupted ? 1 : 0);
        out.texts(generator == null ? new String[0] : generator.text());
        String[] seeds = new String[SEEDS.length];
        for (int i = 0; i < seeds.length; i++) {
            seeds[i] = Access.getField(thread, Thread.class, SEEDS[i]).toString();
        }
        out.texts(seeds);
    }

    /** A stack of a checkpoint, while it is restored and until its thread goes on. */
    public static final class Restored {
        /** Null until the objects are made. */
        public Frames frames;
        private final String name;
        private final int priority;
        private final boolean interrupted;
        private final String[] generator;
        private final String[] seeds;
        private HashGenerator goesOn;

        private Restored(Source in) {
            name = in.text();
            priority = in.varint(Thread.MAX_PRIORITY + 1);
            interrupted = in.u1() != 0;
            generator = in.texts();
            seeds = in.texts();
        }

        /** The stacks of a checkpoint, of which their thread-locals follow. */
        public static List<Restored> read(Source in) {
            List<Restored> stacks = new ArrayList<>();
            for (int n = in.varint(); n > 0; n--) {
                stacks.add(new Restored(in));
            }
            return stacks;
        }

        /** Name and priority, of the thread that runs this. */
        public void restoreThread() {
            Thread thread = Thread.currentThread();
            if (!thread.getName().equals(name)) {
                thread.setName(name);
            }
            if (thread.getPriority() != priority) {
                thread.setPriority(priority);
            }
        }

        /** The state of its {@code ThreadLocalRandom}. */
        public void restoreSeeds() {
            for (int i = 0; i < SEEDS.length; i++) {
                boolean isLong = Access.getField(Thread.currentThread(), Thread.class, SEEDS[i]) instanceof Long;
                Access.setField(Thread.currentThread(), Thread.class, SEEDS[i], isLong ? (Object) Long.valueOf(seeds[i]) : Integer.valueOf(seeds[i]));
            }
        }

        /** Looks for what {@link #goOn} needs. */
        public void prepare() {
            goesOn = HashGenerator.of(generator);
        }

        public boolean isInterrupted() {
            return interrupted;
        }

        /** Before the last: the interrupt, which would have closed the channels that restoring uses. */
        public void interrupt() {
            interrupt(Thread.currentThread());
        }

        /** The same, where it is not the thread that runs this. */
        public void interrupt(Thread t) {
            if (interrupted) {
                t.interrupt();
            }
        }

        /** The last thing before the program goes on. */
        public void goOn() {
            HashGenerator.set(goesOn);
        }
    }
}
