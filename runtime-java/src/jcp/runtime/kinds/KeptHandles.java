package jcp.runtime.kinds;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.jvm.Access;

/**
 * Method handles of which the JDK keeps the one that it gives: those of array elements and lengths, identities and zeros, what calls a {@link VarHandle} by exact types, and what calls methods for a caller that they ask for, by
 * the method of {@link MethodHandles} that gives them. Written by its name and what it is asked for.
 *
 * <p>Invariant: the handle is the very one that the method gives; one that is made anew at each call is not of this kind. Left out: other invokers, which a lookup gives,
 * and direct handles, which are made anew.
 */
final class KeptHandles {
    private static final String NAME = "kept-handle";
    private static final String EXACT = "exact";
    private static final String CALLER = "caller";
    private static final String ASKING = "asking";
    /** What names of classes that stand for a caller have behind the caller's. */
    private static final String INVOKER = "$$InjectedInvoker/";
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

    /** The text of what calls a method that asks for its caller, in a class that the JDK has made for that caller; null for another handle. */
    static String[] captureCaller(MethodHandle handle, Class<?> owner) throws ClassNotFoundException {
        int end = owner.isHidden() ? owner.getName().indexOf(INVOKER) : -1;
        Class<?> caller = end < 0 ? null : Class.forName(owner.getName().substring(0, end), false, owner.getClassLoader());
        String text = caller == null || caller(caller) != handle ? null : TypeTexts.of(caller);
        return text == null ? null : new String[] {NAME, CALLER, text};
    }

    /** The text of a direct handle of a method that asks for its caller, as the JDK has it within others: a lookup gives one that tells the caller. Null for another handle. */
    static String[] captureAsking(MethodHandle handle, Object member) throws Obstacle {
        if (!(Boolean) Access.call(member, member.getClass(), "isCallerSensitive")) {
            return null;
        }
        String[] found = FormParts.member(member, NAME, 0);
        found[1] = ASKING;
        return found;
    }

    /** The JDK makes the class where it has none yet. */
    private static MethodHandle caller(Class<?> caller) {
        Class<?> binder = Access.jdk("java.lang.invoke.MethodHandleImpl$BindCaller");
        Access.U.ensureClassInitialized(binder);
        Object holder = ((ClassValue<?>) Access.getField(null, binder, "CV_makeInjectedInvoker")).get(caller);
        return (MethodHandle) (holder instanceof MethodHandle ? holder : Access.call(holder, holder.getClass(), "invoker")); // as from JDK 22 on
    }

    /** The text of what calls {@link VarHandle}s in the way that a method of theirs has, by exact types; null for another handle. */
    static String[] captureExact(MethodHandle handle, String method) throws ClassNotFoundException {
        String type = TypeTexts.of(handle.type().dropParameterTypes(0, 1));
        return type != null && exact(method, type) == handle ? new String[] {NAME, EXACT, type, method} : null;
    }

    static MethodHandle make(String[] leaf) throws ReflectiveOperationException {
        if (leaf[1].equals(ASKING)) {
            return FormParts.own(FormParts.find(leaf));
        }
        if (leaf[1].equals(CALLER)) {
            return caller(Handles.type(leaf[2]));
        }
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
