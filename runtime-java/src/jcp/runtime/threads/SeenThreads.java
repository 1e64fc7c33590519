package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcp.runtime.frames.Shadow;
import jcp.runtime.frames.Shown;
import jcp.runtime.frames.Stack;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.program.Plan;
import jcp.runtime.program.Surroundings;
import jcp.runtime.program.Threads;
import jcp.runtime.report.Problem;

/**
 * The program's threads besides main in a state that is only compared: where each stands, with lines, and its object with all that this reaches.
 *
 * <p>Only threads that wait without a time limit, or for a monitor, are taken: nothing but another thread can wake them, and main writes the state.
 * They are looked at until they have stood still for a moment. Any other thread is in the way, as it is of a checkpoint.
 *
 * <p>What is live in its frames is known of a thread that waits in the call of its chain ({@link Shown}), with the chain's methods on its stack.
 *
 * <p>Left out: values of other frames, since a thread can read those of no other.
 */
public final class SeenThreads {
    /** Of each: the number of its object, its name, where it stands, and the number of the chain whose frames it has, or -1. */
    static final String KEY = "threads at the end";
    static final int WORDS = 4;
    /** Nanoseconds that threads are given to come to wait. */
    private static final long PATIENCE = 2_000_000_000L;
    /** How often they are to be seen at the same places. */
    private static final int LOOKS = 20;

    private static List<Seen> seen = List.of();

    private SeenThreads() {}

    /** A thread that stands still. */
    private static final class Seen {
        final Thread thread;
        final String place;
        /** The chain in whose call it waits, if its frames are known ({@link Shown}); else null. */
        Plan.Waits chain;

        Seen(Thread thread, String place) {
            this.thread = thread;
            this.place = place;
        }

        private void find(Plan plan) {
            Shown shown = Shown.of(thread);
            int number = shown == null ? -1 : shown.chain();
            Plan.Waits waits = number < 0 ? null : plan.threads.get(number);
            if (waits != null && shown.depth() == waits.chain.size() - 1 && WaitingThreads.fits(Threads.stack(thread), waits)) {
                chain = waits;
            }
        }

        Stack stack() {
            List<Plan.Element> methods = chain == null ? List.of() : chain.chain;
            Shadow frames = chain == null ? new Shadow(0, thread) : Shown.of(thread);
            return new Stack(methods, frames, HashGenerator.of(thread), thread.isInterrupted());
        }
    }

    /** Takes those that wait, when all have stood still, or some do not come to. */
    public static void look(Plan plan) {
        long end = System.nanoTime() + PATIENCE;
        List<Seen> last = List.of();
        for (int looks = 0; looks < LOOKS && System.nanoTime() < end;) {
            List<Seen> now = now();
            looks = same(last, now) && stands() ? looks + 1 : 0;
            last = now;
            PoolWorkers.pause();
        }
        for (Seen each : last) {
            each.find(plan);
        }
        seen = last;
    }

    private static List<Seen> now() {
        List<Seen> found = new ArrayList<>();
        for (Thread each : Threads.foreign(Thread.currentThread())) {
            String place = Surroundings.livedAtEntry(each) || !waits(each) ? null : place(each);
            if (place != null) {
                found.add(new Seen(each, place));
            }
        }
        return found;
    }

    private static boolean waits(Thread t) {
        Thread.State state = t.getState();
        return state == Thread.State.WAITING || state == Thread.State.BLOCKED;
    }

    /** Whether no thread with code of the program does anything else. */
    private static boolean stands() {
        for (Thread each : Threads.foreign(Thread.currentThread())) {
            if (!waits(each) && place(each) != null) {
                return false;
            }
        }
        return true;
    }

    /** The thread's methods of the program with their lines, the last one first; null if it has none. */
    private static String place(Thread t) {
        StringBuilder place = new StringBuilder();
        for (StackTraceElement each : Threads.stack(t)) {
            if (each.getModuleName() == null && !each.getClassName().startsWith("jcp.runtime.")) {
                place.append(place.length() == 0 ? "" : " < ").append(each.getClassName()).append('.').append(each.getMethodName());
                place.append(each.getLineNumber() > 0 ? ":" + each.getLineNumber() : "");
            }
        }
        return place.length() == 0 ? null : place.toString();
    }

    private static boolean same(List<Seen> a, List<Seen> b) {
        boolean same = a.size() == b.size();
        for (int i = 0; same && i < a.size(); i++) {
            same = a.get(i).thread == b.get(i).thread && a.get(i).place.equals(b.get(i).place);
        }
        return same;
    }

    /** Whether the thread is one of them. */
    static boolean has(Thread t) {
        for (Seen each : seen) {
            if (each.thread == t) {
                return true;
            }
        }
        return false;
    }

    /** Their parts of the state. */
    public static List<Stack> stacks() {
        List<Stack> stacks = new ArrayList<>();
        for (Seen each : seen) {
            stacks.add(each.stack());
        }
        return stacks;
    }

    /** Tells where they stand. */
    public static void capture(GraphWriter graph, Map<String, String[]> state) {
        List<String> words = new ArrayList<>();
        for (Seen each : seen) {
            words.add(Integer.toString(graph.id(each.thread)));
            words.add(each.thread.getName());
            words.add(each.place);
            words.add(Integer.toString(each.chain == null ? -1 : each.chain.number));
        }
        if (!words.isEmpty()) {
            state.put(KEY, words.toArray(new String[0]));
        }
    }

    /** A problem if one has moved. */
    public static void check(List<Problem> problems) {
        if (!seen.isEmpty() && !same(seen, now())) {
            problems.add(new Problem("java.lang.Thread", "a thread went on while the state was written", ""));
        }
    }

    /** Behind the state. */
    public static void forget() {
        seen = List.of();
    }
}
