package jcp.runtime.kinds;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.ConstantPools;

/**
 * Constructors that make objects of another class than the one that declares them, as {@code ReflectionFactory} gives them to libraries
 * for serialization: the object is made, and only the constructor of a superclass runs. The class is no part of the constructor's name;
 * what calls the constructor knows it (its accessor): a class that the JDK generates, or from JDK 22 on a method handle.
 *
 * <p>Invariant: {@link #made} of what {@link #make} makes is the same class. A constructor whose accessor is of no known kind has no leaf.
 */
public final class SerialConstructors {
    private static final Class<?> FACTORY = Access.jdk("jdk.internal.reflect.ReflectionFactory");
    private static final String GENERATED = "jdk.internal.reflect.GeneratedSerializationConstructorAccessor";
    /** The place of the class to be made among the texts of a generated class: the class itself and its superclass come before it. */
    private static final int NAME = 2;
    private static final Class<?> MAKES = Access.jdk("java.lang.invoke.DirectMethodHandle$Constructor");
    private static final String HANDLE = "target";

    private SerialConstructors() {}

    /** The class of which the constructor makes objects; null if it is the one that declares it. */
    static Class<?> made(Constructor<?> constructor) throws ClassNotFoundException {
        Object accessor = Access.getField(constructor, Constructor.class, "constructorAccessor");
        if (accessor == null) {
            return null;
        }
        Class<?> made = null;
        if (accessor.getClass().getName().startsWith(GENERATED)) {
            made = generatedFor(accessor.getClass());
        } else if (Access.hasField(accessor.getClass(), HANDLE)) {
            made = madeBy((MethodHandle) Access.getField(accessor, accessor.getClass(), HANDLE));
        } else if (Access.getField(constructor, Constructor.class, "root") != null) {
            return null; // a copy of the class's own constructor
        }
        return made == constructor.getDeclaringClass() ? null : Leaves.found(made, new String[] {"accessor", accessor.getClass().getName()});
    }

    /** Its own loader, which is there for it alone, is below that of the class to be made. */
    private static Class<?> generatedFor(Class<?> accessor) throws ClassNotFoundException {
        String name = ConstantPools.texts(accessor).get(NAME).replace('/', '.');
        return Class.forName(name, false, accessor.getClassLoader().getParent());
    }

    /** The class that the one handle of a constructor makes among those of which the handle is made; null if there is none. */
    private static Class<?> madeBy(MethodHandle handle) {
        if (MAKES.isInstance(handle)) {
            return (Class<?>) Access.getField(handle, MAKES, "instanceClass");
        }
        for (ClassFields field : ClassFields.of(handle.getClass())) {
            Object part = field.isStatic() || field.descriptor.length() == 1 ? null : Access.U.getReference(handle, field.offset);
            Class<?> made = part instanceof MethodHandle ? madeBy((MethodHandle) part) : null;
            if (made != null) {
                return made;
            }
        }
        return null;
    }

    /** One that makes objects of the class and runs the given constructor. */
    static Constructor<?> make(Class<?> made, Constructor<?> constructor) {
        Object factory = Access.call(null, FACTORY, "getReflectionFactory");
        return (Constructor<?>) Access.call(factory, FACTORY, "generateConstructor", made, constructor);
    }
}
