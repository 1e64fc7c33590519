package jcp.runtime.jvm;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * Texts for objects that stand for a piece of code: methods, constructors and fields of reflection, and constants of enumerations. A text is that of no other
 * piece of code, and the same in every JVM.
 *
 * <p>The JVM lists a class's methods in the order of addresses, which no two runs need share, so such a text tells what an object is where its place does
 * not. No code of the program runs. Left out: which loader the classes are of, and whether access checks are off; classes themselves ({@code HashTables}, {@code RootEntry}).
 */
public final class CodeNames {
    private CodeNames() {}

    /** Null if the object stands for none of these. */
    public static String of(Object object) {
        if (object instanceof Enum) {
            return "constant " + ((Enum<?>) object).getDeclaringClass().getName() + " " + ((Enum<?>) object).name();
        }
        if (object instanceof Field) {
            return "field " + ((Field) object).getDeclaringClass().getName() + "." + ((Field) object).getName();
        }
        if (object instanceof Method) {
            Method method = (Method) object;
            return "method " + method.getDeclaringClass().getName() + "." + method.getName() + parameters(method) + method.getReturnType().getName();
        }
        return object instanceof Constructor ? "constructor " + ((Constructor<?>) object).getDeclaringClass().getName() + parameters((Constructor<?>) object) : null;
    }

    private static String parameters(Executable of) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> each : of.getParameterTypes()) {
            text.append(each.getName()).append(',');
        }
        return text.append(')').toString();
    }
}
