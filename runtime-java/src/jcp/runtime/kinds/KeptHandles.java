package jcp.runtime.kinds;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import jcp.runtime.jvm.Access;

/**
 * Method handles of which the JDK keeps the one that it gives: those of array elements and lengths, identities and zeros, and what calls a {@link VarHandle} by exact types, by
 * the method of {@link MethodHandles} that gives them. Written by its name and what it is asked for.
 *
 * <p>Invariant: the handle is the very one that the method gives; one that is made anew at each call is not of this kind. Left out: other invokers, which a lookup gives,
 * and direct handles, which are made anew.
 */
final class KeptHandles {
    private static final String NAME = "kept-handle";
    private static final String EXACT = "exact";
    /** The JDK's table of handles of array elements; before it is initialised there are none. */
    private static final Class<?> ACCESSORS = Access.jdk("java.lang.invoke.MethodHandleImpl$ArrayAccessor");

    private KeptHandles() {}

    /** Its text; null for another handle. */
    static String[] capture(MethodHandle handle) {
        MethodType type = handle.type();
        int count = type.parameterCount();
        Class<?> first = count == 0 ? type.returnType() : type.parameterType(0);
        boolean isOfArray = first.isArray() && Access.isInitialized(ACCESSORS);
        String method = count == 0 ? "zero"
            : count == 1 && type.returnType() == first ? "identity"
            : !isOfArray ? ""
            : count == 1 ? "arrayLength"
            : count == 2 && type.parameterType(1) == int.class ? "arrayElementGetter"
            : count == 3 && type.parameterType(1) == int.class ? "arrayElementSetter" : "";
        return !method.isEmpty() && given(method, first) == handle ? new String[] {NAME, method, TypeTexts.of(first)} : null;
    }

    /** The text of what calls {@link VarHandle}s in the way that a method of theirs has, by exact types; null for another handle. */
    static String[] captureExact(MethodHandle handle, String method) throws ClassNotFoundException {
        String type = TypeTexts.of(handle.type().dropParameterTypes(0, 1));
        return type != null && exact(method, type) == handle ? new String[] {NAME, EXACT, type, method} : null;
    }

    static MethodHandle make(String[] leaf) throws ClassNotFoundException {
        return leaf[1].equals(EXACT) ? exact(leaf[3], leaf[2]) : given(leaf[1], Handles.type(leaf[2]));
    }

    private static MethodHandle exact(String method, String type) throws ClassNotFoundException {
        VarHandle.AccessMode mode = VarHandle.AccessMode.valueFromMethodName(method);
        return MethodHandles.varHandleExactInvoker(mode, TypeTexts.methodType(type));
    }

    private static MethodHandle given(String method, Class<?> type) {
        switch (method) {
            case "zero": return MethodHandles.zero(type);
            case "identity": return MethodHandles.identity(type);
            case "arrayLength": return MethodHandles.arrayLength(type);
            case "arrayElementGetter": return MethodHandles.arrayElementGetter(type);
            default: return MethodHandles.arrayElementSetter(type);
        }
    }
}
