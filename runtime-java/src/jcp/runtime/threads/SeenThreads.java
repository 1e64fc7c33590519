package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcp.runtime.frames.Shadow;
import jcp.runtime.frames.Stack;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.program.Surroundings;
import jcp.runtime.program.Threads;
import jcp.runtime.report.Problem;

/**
 * The program's threads besides main in a state that is only compared: where each stands, with lines, and its object with all that this reaches.
 *
 * <p>Only threads that wait without a time limit, or for a monitor, are taken: nothing but another thread can wake them, and main writes the state.
 * They are looked at until they have stood still for a moment. Any other thread is in the way, as it is of a checkpoint.
 *
 * <p>Left out: values of their frames. The replay has no hooks in them any more, and a thread can read the frames of no other.
 */
public final class SeenThreads {
    /** Of each: the number of its object, its name, and where it stands. */
    static final String KEY = "threads at the end";
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

        Seen(Thread thread, String place) {
            this.thread = thread;
            this.place = place;
        }
    }

    /** Takes those that wait, when all have stood still, or some do not come to. */
    public static void look() {
        long end = System.nanoTime() + PATIENCE;
        List<Seen> last = List.of();
        for (int looks = 0; looks < LOOKS && System.nanoTime() < end;) {
            List<Seen> now = now();
            looks = same(last, now) && stands() ? looks + 1 : 0;
            last = now;
            PoolWorkers.pause();
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

    /** Their parts of the state, without frames. */
    public static List<Stack> stacks() {
        List<Stack> stacks = new ArrayList<>();
        for (Seen each : seen) {
            stacks.add(new Stack(List.of(), new Shadow(0, each.thread), HashGenerator.of(each.thread), each.thread.isInterrupted()));
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
