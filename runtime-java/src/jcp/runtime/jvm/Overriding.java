package jcp.runtime.jvm;

import java.lang.invoke.VarHandle;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import sun.reflect.ReflectionFactory;

/**
 * Makes a method of the JDK callable by reflection, for {@link Opening}: sets {@code AccessibleObject.override}, through a VarHandle of
 * that field, whose constructor serialization libraries may call. Nothing is defined for it, which on JDK 24 and later would go
 * through the JDK's library of class files: that initialises enums whose hashes the program's first pattern switch, annotation or proxy
 * takes.
 *
 * <p>Where the field lies is found by reading an object with the same fields. Types are exact at the calls of the handles: the JVM
 * then makes no method handle for them.
 */
public final class Overriding {
    private Overriding() {}

    private static final String HANDLE = "java.lang.invoke.VarHandleBooleans$FieldInstanceReadWrite";
    /** Behind the header of an object, whose size depends on flags. Read as bytes. */
    private static final int[] OFFSETS = {12, 16, 8, 20, 24};

    /** With the fields of AccessibleObject. */
    private static class Likeness {
        boolean override;
        volatile Object accessCheckCache;
    }

    /** While reflection calls by native code. */
    static void override(Method method) throws ReflectiveOperationException {
        Likeness[] likenesses = {new Likeness(), new Likeness()};
        likenesses[1].override = true;
        for (int offset : OFFSETS) {
            VarHandle field = handle(Likeness.class, offset);
            boolean not = (boolean) field.get(likenesses[0]);
            boolean is = (boolean) field.get(likenesses[1]);
            if (is && !not) {
                handle(AccessibleObject.class, offset).set((AccessibleObject) method, true);
                return;
            }
        }
        throw new NoSuchFieldException("AccessibleObject.override");
    }

    /** Of a boolean that lies so many bytes behind the start of the class's objects. */
    private static VarHandle handle(Class<?> in, long offset) throws ReflectiveOperationException {
        Class<?> type = Class.forName(HANDLE);
        Constructor<?> any = type.getDeclaredConstructor(Class.class, long.class);
        return (VarHandle) ReflectionFactory.getReflectionFactory().newConstructorForSerialization(type, any).newInstance(in, offset);
    }
}
