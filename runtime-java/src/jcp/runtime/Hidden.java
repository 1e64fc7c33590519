package jcp.runtime;

import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Hides the clones from reflection: the program sees the methods and constructors that it declared, and classes keep their
 * default {@code serialVersionUID}, which is computed from them.
 *
 * <p>{@code Class.reflectionData} caches what reflection found. It is filled here without the clones, and held, so that its
 * soft reference is never cleared.
 */
final class Hidden {
    private static final List<Object> HELD = new ArrayList<>();

    private Hidden() {}

    /** Hides the clones of the plan's chain. */
    static void hide(Plan plan) throws ReflectiveOperationException {
        Method data = opened("reflectionData");
        for (Plan.Element element : plan.chain.subList(1, plan.chain.size())) {
            Class<?> type;
            try {
                type = Class.forName(element.type.replace('/', '.'), false, Access.APPLICATION);
                hide(type, data.invoke(type));
            } catch (LinkageError | java.lang.reflect.InvocationTargetException e) {
                continue; // a class of a signature is missing: reflection on it fails as before
            }
        }
    }

    private static void hide(Class<?> type, Object data) throws ReflectiveOperationException {
        fill(data, "declaredMethods", declared("getDeclaredMethods0", type, false));
        fill(data, "declaredPublicMethods", declared("getDeclaredMethods0", type, true));
        fill(data, "declaredConstructors", declared("getDeclaredConstructors0", type, false));
        fill(data, "publicConstructors", declared("getDeclaredConstructors0", type, true));
        HELD.add(data);
    }

    private static Method opened(String name, Class<?>... parameters) throws NoSuchMethodException {
        return Access.opened(Class.class.getDeclaredMethod(name, parameters));
    }

    private static Executable[] declared(String how, Class<?> type, boolean publicOnly) throws ReflectiveOperationException {
        Executable[] all = (Executable[]) opened(how, boolean.class).invoke(type, publicOnly);
        Executable[] own = all.clone();
        int count = 0;
        for (Executable each : all) {
            if (!isClone(each)) {
                own[count++] = each;
            }
        }
        return Arrays.copyOf(own, count);
    }

    private static void fill(Object data, String field, Executable[] members) {
        Access.setField(data, data.getClass(), field, members);
    }

    /** Whether its last parameter is the marker. */
    private static boolean isClone(Executable each) {
        Class<?>[] parameters = each.getParameterTypes();
        Class<?> last = parameters.length == 0 ? null : parameters[parameters.length - 1];
        while (last != null && last.isArray()) {
            last = last.getComponentType();
        }
        return last == Context.class;
    }
}
