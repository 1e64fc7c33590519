package jcp.runtime;

import java.util.List;
import java.util.Map;

/**
 * Loggers without names ({@code Logger.getAnonymousLogger}): no manager knows them, so they are copied, and tied to their parents
 * again, from which they are told of changed levels. Apart from {@link Loggers}, and without the types of java.util.logging: the
 * module may be missing, or the program may be the first to use it.
 */
final class UnnamedLoggers {
    private static final String KEY = "loggers without names";
    private static final String LOGGER = "java.util.logging.Logger";

    private UnnamedLoggers() {}

    static boolean concerns(Class<?> type) {
        return type.getName().equals(LOGGER);
    }

    /** Whether it is a logger that is copied. */
    static boolean isPlain(Object logger) {
        return Fields.get(logger, "name") == null;
    }

    static void take(List<Integer> numbers, Map<String, String[]> state) {
        String[] texts = new String[numbers.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = numbers.get(i).toString();
        }
        if (texts.length > 0) {
            state.put(KEY, texts);
        }
    }

    static void give(GraphReader graph, Map<String, String[]> state) {
        for (String number : state.getOrDefault(KEY, new String[0])) {
            Object logger = graph.object(Integer.parseInt(number));
            Object parent = Fields.get(logger, "parent");
            Fields.put(logger, "parent", null);
            if (parent != null) {
                Access.call(logger, logger.getClass(), "doSetParent", parent);
            }
        }
    }
}
