package jcp.runtime;

import java.lang.ref.Reference;
import java.util.BitSet;
import java.util.List;

/**
 * Where fields are left out: whether each object that a {@link Reference} refers to is held by something else too. One that is
 * not may be held by a field that was left out; the collector would then clear the reference in the replay alone, so the
 * capture is refused. (It may also have been held by nothing before; the program would not know until it is collected.)
 *
 * <p>One trace from the roots over the objects that were written, with a work list, that leaves out {@code referent}.
 */
final class WeaklyHeld {
    private static final long REFERENT = Access.offset(Access.field(Reference.class, "referent"));

    private final GraphWriter graph;
    private final BitSet held = new BitSet();
    private int[] work = new int[1 << 10];
    private int left;

    private WeaklyHeld(GraphWriter graph) {
        this.graph = graph;
    }

    /** Notes the first such object, if there is one. */
    static void check(GraphWriter graph, List<Integer> roots, List<Problem> problems) {
        WeaklyHeld trace = new WeaklyHeld(graph);
        for (int root : roots) {
            trace.reach(root);
        }
        trace.run();
        for (boolean more = true; more; ) {
            more = false;
            for (int[] pair : graph.threadLocals) {
                if (trace.held.get(pair[0]) && !trace.held.get(pair[1])) {
                    trace.reach(pair[1]);
                    more |= pair[1] != 0;
                }
            }
            trace.run();
        }
        for (int number = 1; number <= graph.ids.count; number++) {
            Object object = graph.ids.object(number);
            if (object instanceof Reference && !graph.complete.get(number)) {
                Object referent = Access.U.getReference(object, REFERENT);
                int id = referent == null ? 0 : graph.ids.get(referent);
                if (id != 0 && !trace.held.get(id) && !graph.complete.get(id) && !(referent instanceof Class)) {
                    problems.add(new Problem(referent.getClass().getName(), "it is held by a " + object.getClass().getName()
                            + " and else by nothing that is captured, so that it may vanish while fields that hold it are left out",
                            "instrument without --prune-fields"));
                    return;
                }
            }
        }
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
        if (layout.kind == Layout.Kind.REFERENCES) {
            for (Object element : (Object[]) object) {
                reach(element == null ? 0 : graph.ids.get(element));
            }
        } else if (layout.kind == Layout.Kind.PLAIN) {
            for (long offset : layout.references) {
                Object value = Access.U.getReference(object, offset);
                if (value != null && !(offset == REFERENT && object instanceof Reference)) {
                    reach(graph.ids.get(value));
                }
            }
        }
    }
}
