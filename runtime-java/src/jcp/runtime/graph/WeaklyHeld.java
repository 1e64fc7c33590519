package jcp.runtime.graph;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.WeakHashMap;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Bits;
import jcp.runtime.jvm.HashTables;
import jcp.runtime.report.Problem;

/**
 * Whether each object that a {@link Reference} refers to is held by something else too. Asked where fields are left out: an
 * object that is not may be held by one of them; the collector would then clear the reference in the replay alone, so the
 * capture is refused. (It may also have been held by nothing before; the program would not know until it is collected.) And
 * asked at the root's entry ({@code Entry}).
 *
 * <p>One trace from the roots over the objects that were written, with a work list, that leaves out {@code referent}.
 */
public final class WeaklyHeld {
    private static final long REFERENT = Access.offset(Reference.class, "referent");

    private final GraphWriter graph;
    private final Bits held = new Bits();
    private int[] work = new int[1 << 10];
    private int left;

    private WeaklyHeld(GraphWriter graph) {
        this.graph = graph;
    }

    /** Notes the first such object, if there is one. */
    public static void check(GraphWriter graph, List<Integer> roots, List<Problem> problems) {
        Reference<?> alone = first(graph, roots, Reference.class);
        if (alone != null) {
            problems.add(new Problem(Access.U.getReference(alone, REFERENT).getClass().getName(), "among the captured objects, only a "
                    + alone.getClass().getName() + " refers to it: the garbage collector may clear that reference in the replay alone",
                    "instrument without --prune-fields"));
        }
    }

    /** Whether the next collection may clear a weak reference. */
    public static boolean any(GraphWriter graph, List<Integer> roots) {
        return first(graph, roots, WeakReference.class) != null;
    }

    /** The first reference of the kind whose referent nothing else holds; null if there is none. */
    private static Reference<?> first(GraphWriter graph, List<Integer> roots, Class<?> kind) {
        WeaklyHeld trace = new WeaklyHeld(graph);
        for (int root : roots) {
            trace.reach(root);
        }
        trace.run();
        for (boolean more = true; more; ) {
            more = false;
            for (int[] pair : graph.threadLocals()) {
                if (trace.held.get(pair[0]) && !trace.held.get(pair[1])) {
                    trace.reach(pair[1]);
                    more |= pair[1] != 0;
                }
            }
            trace.run();
        }
        for (int number = 1; number <= graph.ids.count; number++) {
            Object object = graph.ids.object(number);
            if (kind.isInstance(object) && !graph.complete.get(number)) {
                Object referent = Access.U.getReference(object, REFERENT);
                int id = referent == null ? 0 : graph.ids.get(referent);
                if (id != 0 && !trace.held.get(id) && !graph.complete.get(id) && !(referent instanceof Class)) {
                    return (Reference<?>) object;
                }
            }
        }
        return null;
    }

    private void reach(int number) {
        if (number == 0 || held.get(number)) {
            return;
        }
        held.set(number);
        if (left == work.length) {
            work = java.util.Arrays.copyOf(work, left * 2);
        }
        work[left++] = number;
    }

    private void run() {
        while (left > 0) {
            int number = work[--left];
            if (!graph.complete.get(number)) {
                scan(graph.ids.object(number));
            }
        }
    }

    private void scan(Object object) {
        Layout layout = graph.layouts.of(object);
        if (layout.treatment == Layout.Treatment.REFERENCES) {
            for (Object element : (Object[]) object) {
                reach(element == null ? 0 : graph.ids.get(element));
            }
        } else if (layout.treatment == Layout.Treatment.PLAIN) {
            for (long offset : layout.references) {
                Object value = Access.U.getReference(object, offset);
                if (value != null && !(offset == REFERENT && object instanceof Reference)) {
                    reach(graph.ids.get(value));
                }
            }
            if (object instanceof WeakHashMap) {
                for (Object entry : HashTables.weak((WeakHashMap<?, ?>) object)) {
                    reach(graph.ids.get(entry)); // at the root's entry the table itself has no number
                }
            }
        }
    }
}
