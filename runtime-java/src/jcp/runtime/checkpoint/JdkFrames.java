package jcp.runtime.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcp.runtime.frames.FramesBetween;
import jcp.runtime.frames.Stack;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Policy;
import jcp.runtime.jvm.JdkFrame;
import jcp.runtime.program.Plan;
import jcp.runtime.report.Problem;

/** The frames of the JDK between methods of the chain, as words in the state of the JVM; objects by their numbers. */
public final class JdkFrames {
    /** Its entry in the state; a constant, so that asking for it does not load this class. */
    static final String KEY = "frames of the JDK";
    private static final char NUMBER = 'N';
    private static final char OBJECT = 'A';

    private JdkFrames() {}

    /**
     * Reads those of the main thread, for its stack, if there may be any; returns what cannot be resumed in a replay.
     *
     * @param incomplete why the JVM may not know all values of frames; null if it does
     */
    public static List<Problem> read(Plan plan, List<Plan.Element> chain, Stack own, String incomplete) {
        List<Problem> problems = new ArrayList<>();
        own.between = FramesBetween.read(plan, chain, problems);
        if (!own.between.isEmpty()) {
            Policy.admitStreams();
            if (incomplete != null) {
                problems.add(new Problem("jcp", "methods of the JDK that go on working cannot be resumed: " + incomplete, "choose a checkpoint outside of these calls"));
            }
        }
        return problems;
    }

    /** All objects that the frame has. */
    static List<Object> objects(JdkFrame frame) {
        List<Object> found = new ArrayList<>();
        for (JdkFrame.Values values : List.of(frame.locals, frame.stack, frame.monitors)) {
            for (Object object : values.objects) {
                if (object != null) {
                    found.add(object);
                }
            }
        }
        return found;
    }

    static void capture(List<JdkFrame> frames, GraphWriter graph, Map<String, String[]> state) {
        List<String> words = new ArrayList<>();
        for (JdkFrame frame : frames) {
            words.addAll(List.of(Integer.toString(frame.depth), frame.type, frame.method, frame.descriptor, Integer.toString(frame.at)));
            for (boolean is : frame.is()) {
                words.add(is ? "1" : "0");
            }
            for (JdkFrame.Values values : List.of(frame.locals, frame.stack, frame.monitors)) {
                words.add(Integer.toString(values.count()));
                for (int i = 0; i < values.count(); i++) {
                    words.add(values.hasNumber[i] ? NUMBER + Long.toString(values.numbers[i])
                        : OBJECT + Integer.toString(values.objects[i] == null ? 0 : graph.id(values.objects[i])));
                }
            }
        }
        state.put(KEY, words.toArray(new String[0]));
    }

    /** Outermost first, from a state that has them. */
    static List<JdkFrame> restore(GraphReader graph, Map<String, String[]> state) {
        String[] words = state.remove(KEY);
        List<JdkFrame> frames = new ArrayList<>();
        int at = 0;
        while (at < words.length) {
            int depth = Integer.parseInt(words[at]);
            String[] method = {words[at + 1], words[at + 2], words[at + 3]};
            int place = Integer.parseInt(words[at + 4]);
            at += 5;
            boolean[] is = new boolean[JdkFrame.PROPERTIES];
            for (int i = 0; i < is.length; i++) {
                is[i] = words[at++].equals("1");
            }
            JdkFrame.Values[] values = new JdkFrame.Values[3];
            for (int i = 0; i < values.length; i++) {
                values[i] = new JdkFrame.Values(Integer.parseInt(words[at++]));
                for (int slot = 0; slot < values[i].count(); slot++) {
                    String value = words[at++];
                    if (value.charAt(0) == NUMBER) {
                        values[i].hasNumber[slot] = true;
                        values[i].numbers[slot] = Long.parseLong(value.substring(1));
                    } else {
                        values[i].objects[slot] = graph.object(Integer.parseInt(value.substring(1)));
                    }
                }
            }
            frames.add(new JdkFrame(depth, method, place, is, values));
        }
        return frames;
    }
}
