package jcp.runtime.checkpoint;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.below.RootEntry;
import jcp.runtime.frames.Shadow;
import jcp.runtime.frames.Shown;
import jcp.runtime.frames.Stack;
import jcp.runtime.graph.Kinds;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.PrivateFile;
import jcp.runtime.program.Plan;
import jcp.runtime.report.Messages;
import jcp.runtime.report.Problem;
import jcp.runtime.report.Settings;
import jcp.runtime.threads.SeenThreads;
import jcp.runtime.threads.WaitingThreads;

/**
 * The state in which a region, or the program, ends, for {@code jcp verify --state}: the captured statics, at a region's end the
 * frames of the chain to it (live locals and operand stacks), where other threads stand and what is live there ({@link SeenThreads}), and all that these reach, written like a checkpoint into the folder
 * that {@code -Djcp.states=DIR} names. Capturing run and replay write the same, so that a difference is seen that no output shows.
 *
 * <p>Files: {@code end-N.jcp} of region N where it has ended, else {@code exit-N.jcp} where main was left or the program
 * called {@code System.exit}; {@code .txt} in place of {@code .jcp} where the state cannot be written, with the reasons.
 */
public final class EndState {
    private static final String FOLDER = Settings.property("jcp.states");
    /** No chain is longer: contexts have as many marks. */
    private static final int MOST = 255;

    /** The frames of the chain to an end, as far as the program has gone towards it. */
    private static Shadow frames;

    static {
        if (FOLDER != null) {
            Shown.link();
        }
    }

    private EndState() {}

    /** Enters the frame of a depth, on the way to a region's end or to a call in which another thread waits; deeper ones are gone. */
    public static void enter(int depth) {
        own().enter(depth);
    }

    /** After the call of that depth: the program may have let go of what its frame keeps. */
    public static void leave(int depth) {
        own().leave(depth);
    }

    private static Shadow own() {
        if (Shown.begins()) {
            return Shown.own();
        }
        if (frames == null) {
            frames = new Shadow(MOST);
        }
        return frames;
    }

    public static void putI(int value) {
        own().put('I', value);
    }

    public static void putJ(long value) {
        own().put('J', value);
    }

    public static void putF(float value) {
        own().put('F', Float.floatToRawIntBits(value));
    }

    public static void putD(double value) {
        own().put('D', Double.doubleToRawLongBits(value));
    }

    public static void putA(Object value) {
        own().put(value);
    }

    /** Whether they are to be written. */
    public static boolean wanted() {
        return FOLDER != null;
    }

    /** Writes the state of a region; {@code point}: end or exit; {@code entry}: of a root below main, else null. */
    public static void write(Kinds kinds, Plan plan, String point, RootEntry entry) {
        if (!wanted()) {
            return;
        }
        HashGenerator before = HashGenerator.now();
        boolean interrupted = Thread.interrupted();
        File file = new File(FOLDER, point + "-" + plan.number + ".jcp").getAbsoluteFile();
        try {
            boolean ends = point.equals("end");
            Stack stack = new Stack(ends ? plan.end : List.of(), ends ? own() : new Shadow(0), before, interrupted);
            List<Stack> stacks = new ArrayList<>(List.of(stack));
            if (!plan.threads.isEmpty()) { // else the class is not loaded
                SeenThreads.look(plan);
                WaitingThreads.looksOn(true);
                stacks.addAll(SeenThreads.stacks());
            }
            Snapshot state = Snapshot.capture(kinds, plan, stacks, entry, Snapshot.STATE, file);
            if (!state.problems.isEmpty()) {
                explain(file, state.problems);
            }
        } catch (Throwable e) {
            explain(file, List.of(new Problem("jcp", "the state cannot be written: " + e, "")));
        } finally {
            if (!plan.threads.isEmpty()) {
                WaitingThreads.looksOn(false);
                SeenThreads.forget();
            }
            HashGenerator.set(before);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** At a start of the region: an end of before, after an earlier start, does not count. */
    public static void begin(Plan plan) {
        if (wanted()) {
            for (String ending : List.of(".jcp", ".txt")) {
                new File(FOLDER, "end-" + plan.number + ending).delete();
            }
        }
    }

    private static void explain(File file, List<Problem> problems) {
        String name = file.getPath();
        try {
            byte[] text = (problems.get(0) + "\n").getBytes(StandardCharsets.UTF_8);
            PrivateFile.write(new File(name.substring(0, name.length() - 4) + ".txt"), text);
        } catch (IOException e) {
            Messages.print("jcp: " + e);
        }
    }
}
