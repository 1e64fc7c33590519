package jcp.runtime.kinds;

import java.util.ArrayList;
import java.util.List;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;

/**
 * The array of its constants that a Class object of an enum keeps: all {@code EnumMap}s and {@code EnumSet}s of the enum share
 * it. Where captured ones do, the copy of the array becomes the Class object's, so that those made after the checkpoint share
 * it with them, too. An array that nothing captured holds is left for the replaying JVM to make.
 */
public final class EnumArrays {
    private static final long SHARED = Access.offset(Class.class, "enumConstants");

    private EnumArrays() {}

    /** Class and array, by their numbers in turn. An enum's map or set holds the class, so it is among the objects. */
    private static List<String> found(GraphWriter graph) {
        List<String> found = new ArrayList<>();
        for (int number : graph.classObjects) {
            Object shared = Access.U.getReference(graph.ids.object(number), SHARED);
            int array = shared == null ? 0 : graph.ids.get(shared);
            if (array != 0) {
                found.add(Integer.toString(number));
                found.add(Integer.toString(array));
            }
        }
        return found;
    }

    /** Needs all objects. */
    private static void restore(GraphReader graph, String[] all) {
        for (int i = 0; i + 1 < all.length; i += 2) {
            Access.U.putReference(graph.object(Integer.parseInt(all[i])), SHARED, graph.object(Integer.parseInt(all[i + 1])));
        }
    }

    /** The arrays of a snapshot. No objects are of this kind. */
    public static final class AsKind extends Kind {
        @Override
        public Trace trace() {
            return new Trace() {
                @Override
                public List<String> capture(GraphWriter graph) {
                    return found(graph);
                }
            };
        }

        @Override
        public void restoreEdges(GraphReader graph) {
            restore(graph, graph.edges(AsKind.class));
        }
    }
}
