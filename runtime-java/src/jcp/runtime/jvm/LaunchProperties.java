package jcp.runtime.jvm;

import java.util.Map;
import jdk.internal.misc.VM;

/**
 * System properties as the JVM was launched with them, from where the JDK keeps them for itself: the program may have set others in
 * an initialiser that ran before the runtime's first hook. What tells JVMs apart, and what the runtime is steered by, is read here.
 *
 * <p>{@link Opening#open} must have succeeded before. The JDK has initialised {@code VM} long before the program, and nothing is
 * hashed. Left out: {@code Settings}, whose properties are read before that.
 */
public final class LaunchProperties {
    private LaunchProperties() {}

    /** The property's value at the launch; null if it was not set. */
    public static String get(String name) {
        return VM.getSavedProperty(name);
    }

    public static String get(String name, String otherwise) {
        String value = get(name);
        return value == null ? otherwise : value;
    }

    /** All of them: those too that the JDK keeps from the program. */
    public static Map<String, String> all() {
        return VM.getSavedProperties();
    }
}
