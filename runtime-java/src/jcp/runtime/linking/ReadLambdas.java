package jcp.runtime.linking;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.ConstantPools;
import jcp.runtime.jvm.Order;

/**
 * Recipes (as in {@code Lambdas}) of lambda classes that no instrumented instruction made: those of the JDK's own code, such as
 * {@code Comparator.comparing}, and those of a program that calls {@code LambdaMetafactory} itself, as Jackson's Blackbird does. The recipe is read off the hidden class.
 *
 * <p>The host is the name before {@code $$Lambda}, captured values are the fields {@code arg$N}, the implementation is the
 * one method in the constant pool that is neither {@code Object.<init>}, nor serialization's, nor boxing. What the pool
 * does not say (casts) is assumed to follow from the implementation's type. The assumption is then checked: the class that
 * the recipe makes in this JVM must have the same interfaces, fields, methods and constant pool texts, else there is none.
 *
 * <p>Known to differ: in the replay a restored lambda of the JDK has not the class that the JDK's own instruction makes
 * there, unless {@link #own} finds it.
 */
public final class ReadLambdas {
    private ReadLambdas() {}

    /** Index of the instantiated type in a recipe. */
    private static final int DYNAMIC = 8;
    private static final List<Class<?>> TYPES = new ArrayList<>();
    private static final List<String[]> RECIPES = new ArrayList<>();

    /** The recipe of a hidden class; null if it is no lambda or if it cannot be told how it was made. */
    static synchronized String[] recipe(Class<?> type) {
        for (int i = 0; i < TYPES.size(); i++) {
            if (TYPES.get(i) == type) {
                return RECIPES.get(i);
            }
        }
        // a replay notes none of those that the program's instructions make
        boolean known = Access.isJdk(type) || !CallSites.replaying && type.getClassLoader() == Access.APPLICATION;
        if (!known) {
            return null;
        }
        String[] recipe = type.isHidden() && type.getName().contains("$$Lambda") ? checked(type) : null;
        TYPES.add(type);
        RECIPES.add(recipe);
        return recipe;
    }

    private static String[] checked(Class<?> type) {
        String[] recipe;
        try {
            recipe = read(type);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return null; // not how the metafactory makes classes
        }
        if (recipe == null || makes(recipe, type)) {
            return recipe;
        }
        // a method reference such as List::add may have been used for a subclass, to which the argument is then cast
        MethodType dynamic = type(recipe[DYNAMIC]);
        for (String text : ConstantPools.texts(type)) {
            Class<?> cast = named(text);
            if (cast != null && dynamic.parameterCount() > 0 && dynamic.parameterType(0).isAssignableFrom(cast)) {
                recipe[DYNAMIC] = dynamic.changeParameterType(0, cast).toMethodDescriptorString();
                if (makes(recipe, type)) {
                    return recipe;
                }
            }
        }
        return null;
    }

    /**
     * The JDK's own object in this JVM of a recipe without captured values, if a public method without parameters returns it,
     * as {@code Function.identity()} does; else null. The name of the
     * lambda's body tells the method: {@code lambda$identity$2}, or {@code lambda$comparingByKey$bbdbfea9$1} if serializable;
     * of a method reference each such method is asked, as {@code OffsetDateTime.timeLineOrder()}. Nothing of a program's is asked.
     */
    static Object own(Class<?> host, String[] recipe) {
        if (!Access.isJdk(host)) {
            return null;
        }
        String[] name = recipe[6].split("\\$");
        boolean told = name.length > 2 && name[0].equals("lambda");
        Class<?> type = type(recipe[2]).returnType();
        for (Method m : host.getDeclaredMethods()) {
            if ((!told || m.getName().equals(name[1])) && isFactory(m, type)) {
                Object own = own(host, recipe, m);
                if (own != null) {
                    return own;
                }
            }
        }
        return null;
    }

    private static Object own(Class<?> host, String[] recipe, Method factory) {
        try {
            Object own = Access.opened(factory).invoke(null); // no handle, for which code would be made
            String[] found = own.getClass().isHidden() ? read(own.getClass()) : null;
            return found != null && found[5].equals(recipe[5]) && found[6].equals(recipe[6]) && found[7].equals(recipe[7]) ? own : null;
        } catch (Throwable e) {
            return null; // another JDK's; the recipe makes a class of its own
        }
    }

    private static boolean isFactory(Method m, Class<?> returns) {
        int wanted = Modifier.PUBLIC | Modifier.STATIC;
        return m.getParameterCount() == 0 && m.getReturnType() == returns && (m.getModifiers() & wanted) == wanted;
    }

    private static boolean makes(String[] recipe, Class<?> type) {
        try {
            return same(type, LambdaClasses.make(recipe));
        } catch (Throwable e) {
            return false; // what the metafactory rejects is not how the class was made
        }
    }

    /** The class with that internal name, or null. */
    private static Class<?> named(String text) {
        if (text.startsWith("(") || text.startsWith("[") || text.contains("$$Lambda") || !text.contains("/")) {
            return null;
        }
        try {
            return Class.forName(text.replace('/', '.'), false, Access.APPLICATION);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    private static String[] read(Class<?> type) throws ClassNotFoundException {
        Class<?>[] interfaces = type.getInterfaces();
        List<Method> methods = methods(type);
        String[] implementation = implementation(type);
        if (implementation == null || methods.isEmpty() || interfaces.length == 0) {
            return null;
        }
        Class<?> owner = Class.forName(implementation[0], false, Access.APPLICATION);
        MethodType body = type(implementation[2]);
        int kind = kind(owner, implementation[1], body);
        if (kind < 0) {
            return null;
        }
        MethodType method = MethodType.methodType(methods.get(0).getReturnType(), methods.get(0).getParameterTypes());
        MethodType factory = MethodType.methodType(interfaces[0], captured(type));
        MethodType dynamic = dynamic(method, body, owner, kind, factory.parameterCount());
        boolean serializable = isSerializable(type);
        List<String> markers = new ArrayList<>();
        for (int i = 1; i < interfaces.length; i++) {
            if (!(serializable && interfaces[i] == java.io.Serializable.class)) {
                markers.add(interfaces[i].getName());
            }
        }
        int flags = (serializable ? LambdaMetafactory.FLAG_SERIALIZABLE : 0) | (markers.isEmpty() ? 0 : LambdaMetafactory.FLAG_MARKERS)
            | (methods.size() == 1 ? 0 : LambdaMetafactory.FLAG_BRIDGES);
        String host = type.getName().substring(0, type.getName().indexOf("$$Lambda"));
        List<String> recipe = new ArrayList<>(List.of(host, methods.get(0).getName(), factory.toMethodDescriptorString(),
            method.toMethodDescriptorString(), Integer.toString(kind), owner.getName(), implementation[1], implementation[2],
            dynamic.toMethodDescriptorString(), Integer.toString(flags), "", Integer.toString(markers.size())));
        recipe.addAll(markers);
        for (int i = 1; i < methods.size(); i++) {
            Method bridge = methods.get(i);
            recipe.add(MethodType.methodType(bridge.getReturnType(), bridge.getParameterTypes()).toMethodDescriptorString());
        }
        return recipe.toArray(new String[0]);
    }

    private static boolean isSerializable(Class<?> type) {
        for (Method each : type.getDeclaredMethods()) {
            if (each.getName().equals("writeReplace")) {
                return true;
            }
        }
        return false;
    }

    private static MethodType type(String descriptor) {
        return MethodType.fromMethodDescriptorString(descriptor, Access.APPLICATION);
    }

    /** The interface's methods: all of one name; more than one if there are bridges, which all do the same. */
    private static List<Method> methods(Class<?> type) {
        List<Method> found = new ArrayList<>();
        for (Method m : type.getDeclaredMethods()) {
            if (Modifier.isPublic(m.getModifiers()) && !Modifier.isStatic(m.getModifiers())) {
                found.add(m);
            }
        }
        Order.sort(found, new Comparator<Method>() {
            @Override
            public int compare(Method a, Method b) {
                return a.toString().compareTo(b.toString());
            }
        });
        return found;
    }

    private static List<Class<?>> captured(Class<?> type) {
        List<ClassFields> fields = new ArrayList<>();
        for (ClassFields f : ClassFields.of(type)) {
            if (f.name.startsWith("arg$")) {
                fields.add(f);
            }
        }
        Order.sort(fields, new Comparator<ClassFields>() {
            @Override
            public int compare(ClassFields a, ClassFields b) {
                return Integer.parseInt(a.name.substring(4)) - Integer.parseInt(b.name.substring(4));
            }
        });
        List<Class<?>> types = new ArrayList<>();
        for (ClassFields f : fields) {
            types.add(f.type());
        }
        return types;
    }

    /** {class, name, descriptor} of the only method that can be the implementation, or null. */
    private static String[] implementation(Class<?> type) {
        List<String[]> all = new ArrayList<>();
        for (String[] m : ConstantPools.methods(type)) {
            if (!(m[0].equals("java.lang.Object") && m[1].equals("<init>")) && !m[0].startsWith("java.lang.invoke.")) {
                all.add(m);
            }
        }
        List<String[]> found = new ArrayList<>();
        for (String[] m : all) {
            if (!boxing(m)) {
                found.add(m);
            }
        }
        List<String[]> chosen = found.isEmpty() ? all : found;
        return chosen.size() == 1 ? chosen.get(0) : null;
    }

    private static boolean boxing(String[] m) {
        for (Class<?> box : new Class<?>[] {Integer.class, Long.class, Double.class, Float.class, Short.class, Byte.class,
            Character.class, Boolean.class, Number.class}) {
            if (m[0].equals(box.getName())) {
                return m[1].equals("valueOf") || m[1].endsWith("Value");
            }
        }
        return false;
    }

    /** The reference kind (JVMS 4.4.8) with which the recipe looks the implementation up; -1 if there is no such method. */
    private static int kind(Class<?> owner, String name, MethodType type) {
        if (name.equals("<init>")) {
            return 8;
        }
        for (Class<?> c = owner; c != null; c = c.getSuperclass()) {
            for (Method m : c.getDeclaredMethods()) {
                if (m.getName().equals(name) && type.equals(MethodType.methodType(m.getReturnType(), m.getParameterTypes()))) {
                    return Modifier.isStatic(m.getModifiers()) ? 6 : owner.isInterface() ? 9 : 5;
                }
            }
        }
        return owner.isInterface() ? 9 : -1; // inherited from another interface, or a method of Object
    }

    /** The instantiated type: what the implementation takes and returns, boxed where the interface has references. */
    private static MethodType dynamic(MethodType method, MethodType body, Class<?> owner, int kind, int captured) {
        List<Class<?>> takes = new ArrayList<>(body.parameterList());
        if (kind == 5 || kind == 9) {
            takes.add(0, owner);
        }
        MethodType dynamic = method;
        for (int i = 0; i < method.parameterCount(); i++) {
            Class<?> has = takes.get(captured + i);
            dynamic = dynamic.changeParameterType(i, narrowed(method.parameterType(i), has));
        }
        Class<?> gives = kind == 8 ? owner : body.returnType();
        boolean boxes = gives.isPrimitive() && gives != void.class;
        return dynamic.changeReturnType(boxes ? narrowed(method.returnType(), gives) : method.returnType());
    }

    private static Class<?> narrowed(Class<?> declared, Class<?> has) {
        if (declared.isPrimitive()) {
            return declared;
        }
        return has.isPrimitive() ? MethodType.methodType(has).wrap().returnType() : has;
    }

    private static boolean same(Class<?> a, Class<?> b) {
        return Arrays.equals(a.getInterfaces(), b.getInterfaces()) && texts(a).equals(texts(b))
            && captured(a).equals(captured(b)) && methods(a).size() == methods(b).size();
    }

    /** The pool's texts, sorted, but for the class's own name. */
    private static List<String> texts(Class<?> c) {
        List<String> texts = new ArrayList<>();
        for (String text : ConstantPools.texts(c)) {
            if (!text.contains("$$Lambda")) {
                texts.add(text);
            }
        }
        Order.sort(texts, new Comparator<String>() {
            @Override
            public int compare(String a, String b) {
                return a.compareTo(b);
            }
        });
        return texts;
    }
}
