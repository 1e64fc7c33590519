package jcp.runtime.kinds;

import static jcp.runtime.kinds.Leaves.found;

import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.Loaders;
import jcp.runtime.program.ProgramLoaders;

/**
 * Objects of reflection, written by name and looked up again: their cached accessors are code of one JVM. Methods, fields,
 * constructors keep their roots ({@link Roots}) and whether access checks are off, and constructors the class that they make ({@link SerialConstructors}); packages and modules are the JVM's one object for that name.
 *
 * <p>Left out: members of classes that are not found by name from the application's loader.
 */
public final class Members {
    private Members() {}

    static String[] capture(Object o) throws ClassNotFoundException {
        if (o instanceof Method) {
            Method m = (Method) o;
            String descriptor = descriptor(m.getReturnType(), m);
            return reachable(m.getDeclaringClass())
                ? new String[] {"method", ClassNames.of(m.getDeclaringClass()), m.getName(), descriptor, override(m), Roots.publicOf(m)} : null;
        }
        if (o instanceof Constructor) {
            Constructor<?> c = (Constructor<?>) o;
            Class<?> made = SerialConstructors.made(c);
            return reachable(c.getDeclaringClass()) && (made == null || reachable(made))
                ? new String[] {"constructor", ClassNames.of(c.getDeclaringClass()), descriptor(void.class, c), override(c), made == null ? "" : ClassNames.of(made),
                    Roots.publicOf(c)} : null;
        }
        if (o instanceof Field) {
            Field f = (Field) o;
            return reachable(f.getDeclaringClass())
                ? new String[] {"field", ClassNames.of(f.getDeclaringClass()), f.getName(), f.getType().descriptorString(), override(f),
                    Roots.publicOf(f)} : null;
        }
        if (o instanceof Module) {
            Module m = (Module) o;
            String name = m.isNamed() ? m.getName() : "";
            String loader = m.isNamed() ? "" : Loaders.name(m.getClassLoader());
            return loader != null && module(name, loader) == o ? new String[] {"module", name, loader} : null;
        }
        return o instanceof Package ? capturePackage((Package) o) : null;
    }

    static Object make(String[] leaf) throws ReflectiveOperationException {
        switch (leaf[0]) {
            case "method": return method(leaf);
            case "constructor": return constructor(leaf);
            case "field": return field(leaf);
            case "module": return found(module(leaf[1], leaf[2]), leaf);
            case "package": return Class.forName(leaf[2], false, Loaders.own()).getPackage();
            case "boot package": return bootPackage(leaf);
            default: throw new IllegalStateException("unknown leaf kind " + leaf[0]);
        }
    }

    /** Whether a class is found again by its name. */
    private static boolean reachable(Class<?> c) {
        try {
            if (!Access.isJdk(c) && !Access.isApplication(c)) {
                return ProgramLoaders.problem(c.getClassLoader()) == null && (!c.isHidden() || TypeTexts.isDefined(c));
            }
            return c.isHidden() ? TypeTexts.isDefined(c) : Class.forName(c.getName(), false, Loaders.own()) == c;
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
        Roots.restore(o, root);
        return o;
    }

    private static Method method(String[] leaf) throws ReflectiveOperationException {
        for (Method m : ClassNames.find(leaf[1], false).getDeclaredMethods()) {
            if (m.getName().equals(leaf[2]) && descriptor(m.getReturnType(), m).equals(leaf[3])) {
                return with(m, leaf[4], leaf[5]);
            }
        }
        throw new NoSuchMethodException(leaf[1] + "." + leaf[2] + leaf[3]);
    }

    private static Constructor<?> constructor(String[] leaf) throws ReflectiveOperationException {
        for (Constructor<?> c : ClassNames.find(leaf[1], false).getDeclaredConstructors()) {
            if (descriptor(void.class, c).equals(leaf[2])) {
                return with(leaf[4].isEmpty() ? c : SerialConstructors.make(ClassNames.find(leaf[4], false), c), leaf[3], leaf[5]);
            }
        }
        throw new NoSuchMethodException(leaf[1] + leaf[2]);
    }

    private static Field field(String[] leaf) throws ReflectiveOperationException {
        Class<?> in = ClassNames.find(leaf[1], false);
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
    private static Module module(String name, String loader) {
        if (!name.isEmpty()) {
            return ModuleLayer.boot().findModule(name).orElse(null);
        }
        switch (loader) {
            case "app": return Loaders.own().getUnnamedModule();
            case "launcher": return Loaders.named(loader).getUnnamedModule();
            case "platform": return ClassLoader.getPlatformClassLoader().getUnnamedModule();
            default: return null;
        }
    }

    /**
     * A package of another loader than the boot loader is defined when its first class is: so a class of it that this JVM has
     * loaded is named. One of the boot loader is told by its module.
     */
    private static String[] capturePackage(Package p) {
        Class<?> named = Access.jdk("java.lang.NamedPackage");
        Module module = (Module) Access.getField(p, named, "module");
        if (module.isNamed() && boot().getDefinedPackage(p.getName()) == p) {
            return new String[] {"boot package", p.getName(), module.getName()};
        }
        for (ClassLoader l : new ClassLoader[] {Loaders.own(), ClassLoader.getSystemClassLoader(), ClassLoader.getPlatformClassLoader()}) {
            if (l.getDefinedPackage(p.getName()) == p) {
                for (Class<?> c : classes(l)) {
                    if (c.getPackageName().equals(p.getName()) && !c.isHidden()) {
                        return new String[] {"package", p.getName(), c.getName()};
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

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] toText(Object o) throws ReflectiveOperationException {
            return Members.capture(o);
        }

        @Override
        public Object fromText(String[] text) throws ReflectiveOperationException {
            return make(text);
        }
    }
}
