package jcp.runtime;

import static jcp.runtime.Leaves.found;
import static jcp.runtime.Leaves.leaf;

import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/**
 * Objects of reflection, written by name and looked up again: their cached accessors are code of one JVM. Methods, fields,
 * constructors keep their roots ({@link Roots}) and whether access checks are off, and constructors the class that they make ({@link SerialConstructors}); packages and modules are the JVM's one object for that name.
 *
 * <p>Left out: members of classes that are not found by name from the application's loader.
 */
final class Members {
    private Members() {}

    static String[] take(Object o) throws ClassNotFoundException {
        if (o instanceof Method) {
            Method m = (Method) o;
            String descriptor = descriptor(m.getReturnType(), m);
            return reachable(m.getDeclaringClass())
                ? leaf("method", m.getDeclaringClass().getName(), m.getName(), descriptor, override(m), Roots.publicOf(m)) : null;
        }
        if (o instanceof Constructor) {
            Constructor<?> c = (Constructor<?>) o;
            Class<?> made = SerialConstructors.made(c);
            return reachable(c.getDeclaringClass()) && (made == null || reachable(made))
                ? leaf("constructor", c.getDeclaringClass().getName(), descriptor(void.class, c), override(c), made == null ? "" : made.getName(),
                    Roots.publicOf(c)) : null;
        }
        if (o instanceof Field) {
            Field f = (Field) o;
            return reachable(f.getDeclaringClass())
                ? leaf("field", f.getDeclaringClass().getName(), f.getName(), f.getType().descriptorString(), override(f),
                    Roots.publicOf(f)) : null;
        }
        if (o instanceof Module) {
            Module m = (Module) o;
            String name = m.isNamed() ? m.getName() : "";
            String loader = m.isNamed() ? "" : loader(m.getClassLoader());
            return loader != null && module(name, loader) == o ? leaf("module", name, loader) : null;
        }
        return o instanceof Package ? takePackage((Package) o) : null;
    }

    static Object make(String[] leaf) throws ReflectiveOperationException {
        switch (leaf[0]) {
            case "method": return method(leaf);
            case "constructor": return constructor(leaf);
            case "field": return field(leaf);
            case "module": return found(module(leaf[1], leaf[2]), leaf);
            case "package": return Class.forName(leaf[2], false, loader()).getPackage();
            case "boot package": return bootPackage(leaf);
            default: throw new IllegalStateException("unknown leaf kind " + leaf[0]);
        }
    }

    private static ClassLoader loader() {
        return Access.class.getClassLoader();
    }

    /** Whether a class is found again by its name. */
    private static boolean reachable(Class<?> c) {
        try {
            return !c.isHidden() && Class.forName(c.getName(), false, loader()) == c;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static String descriptor(Class<?> returns, Executable e) {
        return MethodType.methodType(returns, e.getParameterTypes()).toMethodDescriptorString();
    }

    private static String override(AccessibleObject o) {
        return Access.getField(o, AccessibleObject.class, "override").toString();
    }

    private static <T extends AccessibleObject> T with(T o, String override, String root) {
        Access.setField(o, AccessibleObject.class, "override", Boolean.valueOf(override));
        Roots.give(o, root);
        return o;
    }

    private static Method method(String[] leaf) throws ReflectiveOperationException {
        for (Method m : Class.forName(leaf[1], false, loader()).getDeclaredMethods()) {
            if (m.getName().equals(leaf[2]) && descriptor(m.getReturnType(), m).equals(leaf[3])) {
                return with(m, leaf[4], leaf[5]);
            }
        }
        throw new NoSuchMethodException(leaf[1] + "." + leaf[2] + leaf[3]);
    }

    private static Constructor<?> constructor(String[] leaf) throws ReflectiveOperationException {
        for (Constructor<?> c : Class.forName(leaf[1], false, loader()).getDeclaredConstructors()) {
            if (descriptor(void.class, c).equals(leaf[2])) {
                return with(leaf[4].isEmpty() ? c : SerialConstructors.make(Class.forName(leaf[4], false, loader()), c), leaf[3], leaf[5]);
            }
        }
        throw new NoSuchMethodException(leaf[1] + leaf[2]);
    }

    private static Field field(String[] leaf) throws ReflectiveOperationException {
        Class<?> in = Class.forName(leaf[1], false, loader());
        Field found = field(in.getDeclaredFields(), leaf); // copies of those the class keeps
        found = found == null ? field(ClassFields.reflected(in), leaf) : found; // what reflection hides, too
        if (found == null) {
            throw new NoSuchFieldException(leaf[1] + "." + leaf[2]);
        }
        return with(found, leaf[4], leaf[5]);
    }

    private static Field field(Field[] all, String[] leaf) {
        for (Field f : all) {
            if (f.getName().equals(leaf[2]) && f.getType().descriptorString().equals(leaf[3])) {
                return f;
            }
        }
        return null;
    }

    /** "app", "platform" or "boot"; null for any other loader. */
    static String loader(ClassLoader l) {
        return l == null ? "boot" : l == ClassLoader.getPlatformClassLoader() ? "platform" : l == loader() ? "app" : null;
    }

    static ClassLoader loader(String name) {
        return name.equals("boot") ? null : name.equals("platform") ? ClassLoader.getPlatformClassLoader() : loader();
    }

    private static Module module(String name, String loader) {
        if (!name.isEmpty()) {
            return ModuleLayer.boot().findModule(name).orElse(null);
        }
        switch (loader) {
            case "app": return loader().getUnnamedModule();
            case "platform": return ClassLoader.getPlatformClassLoader().getUnnamedModule();
            default: return null;
        }
    }

    /**
     * A package of another loader than the boot loader is defined when its first class is: so a class of it that this JVM has
     * loaded is named. One of the boot loader is told by its module.
     */
    private static String[] takePackage(Package p) {
        Class<?> named = Access.jdk("java.lang.NamedPackage");
        Module module = (Module) Access.getField(p, named, "module");
        if (module.isNamed() && boot().getDefinedPackage(p.getName()) == p) {
            return leaf("boot package", p.getName(), module.getName());
        }
        for (ClassLoader l : new ClassLoader[] {loader(), ClassLoader.getPlatformClassLoader()}) {
            if (l.getDefinedPackage(p.getName()) == p) {
                for (Class<?> c : classes(l)) {
                    if (c.getPackageName().equals(p.getName()) && !c.isHidden()) {
                        return leaf("package", p.getName(), c.getName());
                    }
                }
            }
        }
        return null;
    }

    /** The object that stands for the boot loader inside the JDK. */
    private static ClassLoader boot() {
        return (ClassLoader) Access.call(null, Access.jdk("jdk.internal.loader.ClassLoaders"), "bootLoader");
    }

    /** The boot loader's package, defined now if no class of it is loaded yet. */
    private static Object bootPackage(String[] leaf) {
        return Access.call(boot(), ClassLoader.class, "definePackage", leaf[1], found(module(leaf[2], ""), leaf));
    }

    /** The classes a loader has defined: a list that grows while other threads load, hence the copy. */
    private static List<Class<?>> classes(ClassLoader l) {
        List<Class<?>> found = new ArrayList<>();
        Object list = Access.getField(l, ClassLoader.class, "classes");
        synchronized (list) {
            for (Object c : (Iterable<?>) list) {
                found.add((Class<?>) c);
            }
        }
        return found;
    }
}
