package jcp.runtime.jvm;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers of the hidden classes that the replay defines again, by which a checkpoint tells them ({@link ClassNames}): the JVM finds none by its name.
 *
 * <p>Invariant: the replay gives them in the same order. Left out: hidden classes of the JDK, and those of lambdas that are made again.
 */
final class HiddenNames {
    private static final List<Class<?>> ALL = new ArrayList<>();

    private HiddenNames() {}

    static void add(Class<?> type) {
        ALL.add(type);
    }

    static void forget() {
        ALL.clear();
    }

    static List<Class<?>> all() {
        return ALL;
    }

    /** A bracket for each dimension and the number, without a class before it; null if it has none. */
    static String of(Class<?> type) {
        StringBuilder dimensions = new StringBuilder();
        Class<?> element = type;
        for (; element.isArray(); element = element.getComponentType()) {
            dimensions.append('[');
        }
        for (int i = 0; element.isHidden() && i < ALL.size(); i++) {
            if (ALL.get(i) == element) {
                return dimensions.append(i).toString();
            }
        }
        return null;
    }

    static Class<?> find(String name) {
        int dimensions = name.lastIndexOf('[') + 1;
        Class<?> type = ALL.get(Integer.parseInt(name.substring(dimensions)));
        for (int i = 0; i < dimensions; i++) {
            type = Array.newInstance(type, 0).getClass();
        }
        return type;
    }
}
