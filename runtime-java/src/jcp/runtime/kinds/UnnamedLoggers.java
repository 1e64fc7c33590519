package jcp.runtime.kinds;

import java.util.ArrayList;
import java.util.List;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Fields;

/**
 * Loggers without names ({@code Logger.getAnonymousLogger}): no manager knows them, so they are copied, and tied to their parents
 * again, from which they are told of changed levels. Apart from {@link Loggers}, and without the types of java.util.logging: the
 * module may be missing, or the program may be the first to use it.
 */
public final class UnnamedLoggers extends Kind {
    @Override
    public boolean admits(Object o) {
        return Fields.get(o, "name") == null;
    }

    @Override
    public Trace trace() {
        return new Met();
    }

    @Override
    public void restoreEdges(GraphReader graph) {
        for (String number : graph.edges(UnnamedLoggers.class)) {
            Object logger = graph.object(Integer.parseInt(number));
            Object parent = Fields.get(logger, "parent");
            Fields.put(logger, "parent", null);
            if (parent != null) {
                Access.call(logger, logger.getClass(), "doSetParent", parent);
            }
        }
    }

    private static final class Met extends Trace {
        private final List<String> numbers = new ArrayList<>();

        @Override
        public void meet(GraphWriter graph, int number) {
            numbers.add(Integer.toString(number));
        }

        @Override
        public List<String> capture(GraphWriter graph) {
            return numbers;
        }
    }
}
