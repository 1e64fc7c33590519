package jcp.runtime.graph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.report.Problem;

/**
 * A kind of objects that are more, or less, than their fields. Each method has a default that treats them as others; a kind answers those
 * that it needs:
 *
 * <ul>
 * <li>objects of a class that is not known to be plain are copied all the same ({@link #admits}), without some fields
 *     ({@link #skippedFields});
 * <li>objects are written as text and made again from it ({@link #toText}, {@link #fromText});
 * <li>objects are copied, and have a part outside the heap that is made again ({@link #capturePart});
 * <li>objects lead to others by no field ({@link #trace}).
 * </ul>
 *
 * <p>Invariants: a kind has no state and a constructor that does nothing. The list of {@link Kinds} has its name, and those of the classes that
 * it handles, as texts: it is loaded when it is needed. A name of the JDK's that the runtime has met takes no number when the program meets it.
 */
public abstract class Kind {
    public static final String[] NONE = {};

    /** Its place in {@link Kinds}. */
    int number;
    /** The name of the parts that its objects have; null if they have none. */
    String part;

    /** Whether it has to do with objects of the class, whose name the list has for it; asked once for each. */
    public boolean handles(Class<?> type) {
        return true;
    }

    /** Whether the class, which no loader of the JDK's has made, is the JDK's all the same. */
    public boolean isJdks(Class<?> type) {
        return false;
    }

    /** Fields that are left at null or zero in copies, as "class.field"; "class.*" for all that the class declares. */
    public String[] skippedFields() {
        return NONE;
    }

    /** Has the JVM make the class of this name, if it makes such classes itself. */
    public void ensureClass(String name) {}

    /** Whether this very object may be copied although its class is refused. */
    public boolean admits(Object object) {
        return false;
    }

    /** Whether {@link #admits} takes so long that one object that it does not admit speaks for all of the class. */
    public boolean isSlow() {
        return false;
    }

    /** What a refusal says besides; null if nothing. */
    public String detail(Object object) {
        return null;
    }

    /** A text by which an equal object, or the JVM's only one, is made again; null if there is none. Its first word is one that the list has for the kind. */
    public String[] toText(Object object) throws ReflectiveOperationException {
        return null;
    }

    /** The object of a text of its own, in the replaying JVM. */
    public Object fromText(String[] text) throws ReflectiveOperationException {
        throw new IllegalStateException("unknown kind of text " + text[0]);
    }

    /** What making the part again takes; null if this object has none. Once all objects have their numbers. */
    public String[] capturePart(Object object, GraphWriter graph) throws Obstacle {
        return NONE;
    }

    /** In the replay, before anything is changed: whether all can be made again. */
    public void check(Parts parts, List<Problem> problems) {}

    /** Makes the parts, when all objects are filled and have their identity hashes. */
    public void restoreParts(GraphReader graph) throws IOException {
        for (Parts.Part each : part == null ? List.<Parts.Part>of() : graph.parts.of(part)) {
            restorePart(graph.object(each.object), each.text, graph);
        }
    }

    /** Makes one; the object may be one that the replaying JVM had already, with a part of its own. */
    public void restorePart(Object object, String[] part, GraphReader graph) throws IOException {}

    /** What finds the objects to which objects of the kind lead by no field, in one trace; null if none do. */
    public Trace trace() {
        return null;
    }

    /** Restores its edges ({@link GraphReader#edges}), when all parts are made. */
    public void restoreEdges(GraphReader graph) {}

    /** One trace of the graph, as seen by a kind. */
    public abstract static class Trace {
        /** An object that the kind handles has got its number, and is copied. */
        public void meet(GraphWriter graph, int number) {}

        /** The same of one that is written as text. */
        public void meetText(GraphWriter graph, int number) {}

        /** Gives numbers to what the objects met lead to; asked again when that has led to more. */
        public void find(GraphWriter graph) {}

        /** What was found, the kind's edges, once all objects have their numbers. */
        public List<String> capture(GraphWriter graph) {
            return List.of();
        }
    }

    /** A trace that looks at each object met, once. */
    public abstract static class Each extends Trace {
        private final List<Integer> met = new ArrayList<>();
        private int done;

        @Override
        public final void meet(GraphWriter graph, int number) {
            met.add(number);
        }

        @Override
        public final void find(GraphWriter graph) {
            for (; done < met.size(); done++) {
                look(graph, met.get(done));
            }
        }

        /** Gives numbers to what the object leads to. */
        protected abstract void look(GraphWriter graph, int number);
    }
}
