package jcp.runtime;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Opens java.lang to the runtime, which is all that it needs: the rest goes through Unsafe. The manifest of an executable jar (Add-Opens, Add-Exports) or the two flags of
 * the printed command give the first access; without them JDK 17 to 23 still let {@code sun.misc.Unsafe} do it.
 *
 * <p>No other package is opened: the program's own reflection must succeed and fail as before. Nor may this class iterate over
 * immutable sets, as those of modules and packages are: compiled, their iterators would keep the fresh JVM's order
 * ({@link IterationOrder}).
 *
 * <p>This class links nothing of {@code jdk.internal}, so that it can say what is missing.
 */
final class Opening {
    private static boolean open;

    private Opening() {}

    /** Opens java.lang and exports jdk.internal.misc; returns what is missing, or null. */
    static synchronized String open() {
        if (open) {
            return null;
        }
        try {
            Module base = Object.class.getModule();
            Method addOpens = Module.class.getDeclaredMethod("implAddOpensToAllUnnamed", String.class);
            Method addExports = Module.class.getDeclaredMethod("implAddExportsToAllUnnamed", String.class);
            if (base.isOpen("java.lang", Opening.class.getModule())) {
                addOpens.setAccessible(true);
                addExports.setAccessible(true);
            } else if (Runtime.version().feature() < 24) {
                override(addOpens);
                override(addExports);
            } else {
                return "the JVM does not let jcp read its objects; start it with " + FLAGS;
            }
            addOpens.invoke(base, "java.lang");
            addExports.invoke(base, "jdk.internal.misc");
            open = true;
            return null;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return "the JVM does not let jcp read its objects (" + e + "); start it with " + FLAGS;
        }
    }

    static final String FLAGS =
            "--add-opens java.base/java.lang=ALL-UNNAMED --add-exports java.base/jdk.internal.misc=ALL-UNNAMED,"
                    + " as in the command that jcp printed";

    /** Sets the flag that setAccessible would set: the first field of AccessibleObject, behind a 12-byte header. */
    private static void override(AccessibleObject object) throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field field = type.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Object unsafe = field.get(null);
        type.getMethod("putBoolean", Object.class, long.class, boolean.class).invoke(unsafe, object, 12L, true);
        @SuppressWarnings("deprecation")
        boolean done = object.isAccessible();
        if (!done) {
            throw new ReflectiveOperationException("the layout of AccessibleObject is not known");
        }
    }
}
