package jcp.runtime.kinds;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Fields;
import jcp.runtime.linking.Accessors;

/**
 * The roots of members: those that a class keeps, of which reflection gives out copies. A copy shares with its root the code by
 * which it is called ({@link Accessors}) and its annotations. A class keeps two: one for the look-ups of public members
 * ({@code getMethod}), and one for those of all that it declares ({@code getDeclaredMethod}).
 *
 * <p>Left out: roots that a garbage collection has taken from the class's cache.
 */
public final class Roots {
    /** Fields of the class's cache: those of declared members, then in the same order those of public ones. */
    static final String[] ARRAYS = {"declaredMethods", "declaredConstructors", "declaredFields", "declaredPublicMethods", "publicConstructors",
        "declaredPublicFields"};

    private Roots() {}

    /** The class's cache of members; null if it has none. */
    static Object data(Class<?> type) {
        Object reference = Fields.get(type, "reflectionData");
        return reference == null ? null : Fields.get(reference, "referent");
    }

    /** The array that has the member's root, if it is one of public members; else empty. */
    static String publicOf(AccessibleObject member) {
        Object root = Fields.get(member, "root");
        Object data = root == null ? null : data(((Member) member).getDeclaringClass());
        for (int i = ARRAYS.length / 2; data != null && i < ARRAYS.length; i++) {
            Object[] roots = (Object[]) Fields.get(data, ARRAYS[i]);
            for (Object each : roots == null ? new Object[0] : roots) {
                if (each == root) {
                    return ARRAYS[i];
                }
            }
        }
        return "";
    }

    /** Makes the root in that array the member's, unless the name is empty. */
    static void restore(AccessibleObject member, String array) {
        Object root = array.isEmpty() ? null
            : find(((Member) member).getDeclaringClass(), array, ((Member) member).getName(), descriptor(member));
        if (root != null) {
            Fields.put(member, "root", root);
        }
    }

    /** The root of that name and descriptor; null if there is none. */
    static Object find(Class<?> type, String array, String name, String descriptor) {
        boolean publicOnly = array.contains("ublic");
        String getter = array.endsWith("Methods") ? "privateGetDeclaredMethods"
            : array.endsWith("Fields") ? "privateGetDeclaredFields" : "privateGetDeclaredConstructors";
        for (Object root : (Object[]) Access.call(type, Class.class, getter, publicOnly)) {
            if (((Member) root).getName().equals(name) && descriptor((AccessibleObject) root).equals(descriptor)) {
                return root;
            }
        }
        return null;
    }

    /** What tells members of one name apart. */
    static String descriptor(AccessibleObject member) {
        if (member instanceof Field) {
            return ((Field) member).getType().descriptorString();
        }
        Executable executable = (Executable) member;
        StringBuilder text = new StringBuilder("(");
        for (Class<?> parameter : executable.getParameterTypes()) {
            text.append(parameter.descriptorString());
        }
        return text.append(')').append(member instanceof Method ? ((Method) member).getReturnType().descriptorString() : "").toString();
    }
}
