package jcp.runtime.linking;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Lookups;

/**
 * The hidden classes of lambda objects and the recipes they were made of.
 *
 * <p>Where the handle of a call site does not tell the class, one with captured values shows it with the first object it
 * makes: its result passes through {@link Recorder#note}.
 */
public final class LambdaClasses {
    private static final List<Class<?>> TYPES = new ArrayList<>();
    private static final List<String[]> RECIPES = new ArrayList<>();
    /** Of classes made again. */
    private static final List<Object> SINGLES = new ArrayList<>();

    private LambdaClasses() {}

    /** Sees the first object that a call site makes. */
    static final class Recorder {
        private final String[] recipe;
        private Class<?> seen;

        Recorder(String[] recipe) {
            this.recipe = recipe;
        }

        Object jcpNote(Object made) {
            if (seen != made.getClass()) {
                seen = made.getClass();
                add(seen, recipe, null);
            }
            return made;
        }
    }

    public static CallSite note(CallSite site, String[] recipe) {
        MethodHandle target = site.getTarget();
        MethodType type = target.type();
        Class<?> known = made(target);
        if (known != null) {
            add(known, recipe, null);
            return site;
        }
        try {
            if (type.parameterCount() == 0) {
                add(((Object) target.asType(MethodType.methodType(Object.class)).invokeExact()).getClass(), recipe, null);
                return site;
            }
            MethodHandle note = MethodHandles.lookup()
                    .findVirtual(Recorder.class, "jcpNote", MethodType.methodType(Object.class, Object.class))
                    .bindTo(new Recorder(recipe));
            MethodHandle noted = note.asType(MethodType.methodType(type.returnType(), type.returnType()));
            return new ConstantCallSite(MethodHandles.filterReturnValue(target, noted));
        } catch (Throwable e) {
            // the program goes on; the checkpoint will refuse the lambda's class
            return site;
        }
    }

    /**
     * The hidden class whose objects a call site makes, as the metafactory's handle tells it: a constant, or a call of the
     * class's constructor or factory method. Null if it is neither. No handle is made or called, since code that the JDK makes
     * for that takes hashes which the program would take later.
     */
    public static Class<?> made(MethodHandle target) {
        Class<?> type = null;
        if (target.type().parameterCount() == 0 && Access.hasField(target.getClass(), CONSTANT)) {
            Object constant = Access.getField(target, target.getClass(), CONSTANT);
            type = constant == null ? null : constant.getClass();
        } else if (Access.hasField(target.getClass(), INITIALIZER)) {
            type = owner(Access.getField(target, target.getClass(), INITIALIZER));
        } else if (Access.hasField(DIRECT, MEMBER) && DIRECT.isInstance(target)) {
            type = owner(Access.getField(target, DIRECT, MEMBER));
        }
        return type != null && type.isHidden() ? type : null;
    }

    /** The class of a MemberName. */
    static Class<?> owner(Object member) {
        return member == null ? null : (Class<?>) Access.getField(member, member.getClass(), "clazz");
    }

    /** Of BoundMethodHandle.Species_L. */
    private static final String CONSTANT = "argL0";
    /** Of DirectMethodHandle.Constructor. */
    private static final String INITIALIZER = "initMethod";
    private static final Class<?> DIRECT = Access.jdk("java.lang.invoke.DirectMethodHandle");
    private static final String MEMBER = "member";

    private static synchronized void add(Class<?> type, String[] recipe, Object single) {
        TYPES.add(type);
        RECIPES.add(recipe);
        SINGLES.add(single);
    }

    /** What the class of a lambda object was made of; null if that is not known. */
    public static synchronized String[] recipe(Class<?> type) {
        if (!type.isHidden()) {
            return null;
        }
        int at = 0;
        while (at < TYPES.size() && TYPES.get(at) != type) {
            at++;
        }
        return at < TYPES.size() ? RECIPES.get(at) : ReadLambdas.recipe(type);
    }

    /** Where a recipe has the instruction (empty if it is the JDK's) and the number of marker interfaces. */
    private static final int INSTRUCTION = 10;
    private static final int MARKERS = 11;

    /** The only object of a class without captured values, or null. */
    public static synchronized Object single(Class<?> type) {
        int at = TYPES.lastIndexOf(type);
        return at < 0 ? null : SINGLES.get(at);
    }

    /** The same, with the number and the hash that {@link MadeClasses} says. */
    public static Class<?> make(String[] recipe, String description) throws Throwable {
        MadeClasses.count(description);
        Class<?> type = make(recipe);
        MadeClasses.settle(type, description);
        return type;
    }

    /**
     * Makes the class again, by linking a call site of the same recipe in the host class. The program's instruction gets
     * that call site.
     */
    public static Class<?> make(String[] recipe) throws Throwable {
        Class<?> host = Class.forName(recipe[0], false, Access.APPLICATION);
        MethodType factory = type(recipe[2]);
        Object own = CallSites.replaying && recipe[INSTRUCTION].isEmpty() && factory.parameterCount() == 0 ? ReadLambdas.own(host, recipe) : null;
        if (own != null) {
            add(own.getClass(), recipe, own);
            return own.getClass();
        }
        // below a root the program may have linked the instruction in this JVM, too
        CallSite linked = recipe[INSTRUCTION].isEmpty() ? null : CallSites.find(host, recipe[INSTRUCTION]);
        CallSite site = linked == null ? link(recipe) : linked;
        Class<?> known = made(site.getTarget());
        Object made = known == null || factory.parameterCount() == 0 ? one(site.getTarget()) : null;
        Class<?> type = made == null ? known : made.getClass();
        add(type, recipe, factory.parameterCount() == 0 ? made : null);
        if (!recipe[INSTRUCTION].isEmpty()) {
            CallSites.link(host, recipe[INSTRUCTION], site);
        }
        return type;
    }

    /** An object that the call site makes: the one there is, or one that captures zeros and nulls. */
    private static Object one(MethodHandle target) throws Throwable {
        if (target.type().parameterCount() == 0 && Access.hasField(target.getClass(), CONSTANT)) {
            return Access.getField(target, target.getClass(), CONSTANT);
        }
        Object[] captured = new Object[target.type().parameterCount()];
        for (int i = 0; i < captured.length; i++) {
            Class<?> parameter = target.type().parameterType(i);
            captured[i] = parameter.isPrimitive() ? java.lang.reflect.Array.get(java.lang.reflect.Array.newInstance(parameter, 1), 0) : null;
        }
        return target.invokeWithArguments(captured);
    }

    /** Links a call site of the recipe in the host class. */
    static CallSite link(String[] recipe) throws ReflectiveOperationException, LambdaConversionException {
        MethodHandles.Lookup caller = Lookups.in(Class.forName(recipe[0], false, Access.APPLICATION));
        MethodType factory = type(recipe[2]);
        MethodType dynamic = type(recipe[8]);
        int flags = Integer.parseInt(recipe[9]);
        int markers = Integer.parseInt(recipe[MARKERS]);
        List<Object> args = new ArrayList<>(List.of(type(recipe[3]), body(caller, recipe), dynamic));
        int bridges = recipe.length - MARKERS - 1 - markers;
        args.add(flags);
        if ((flags & LambdaMetafactory.FLAG_MARKERS) != 0) {
            args.add(markers);
            for (int i = 0; i < markers; i++) {
                args.add(Class.forName(recipe[MARKERS + 1 + i], false, Access.APPLICATION));
            }
        }
        if ((flags & LambdaMetafactory.FLAG_BRIDGES) != 0) {
            args.add(bridges);
            for (int i = 0; i < bridges; i++) {
                args.add(type(recipe[MARKERS + 1 + markers + i]));
            }
        }
        return LambdaMetafactory.altMetafactory(caller, recipe[1], factory, args.toArray());
    }

    private static MethodType type(String descriptor) {
        return MethodType.fromMethodDescriptorString(descriptor, Access.APPLICATION);
    }

    private static MethodHandle body(MethodHandles.Lookup caller, String[] recipe) throws ReflectiveOperationException {
        Class<?> owner = Class.forName(recipe[5], false, Access.APPLICATION);
        String name = recipe[6];
        MethodType type = type(recipe[7]);
        switch (Integer.parseInt(recipe[4])) {
            case 6: return caller.findStatic(owner, name, type);
            case 7: return caller.findSpecial(owner, name, type, caller.lookupClass());
            case 8: return caller.findConstructor(owner, type);
            default: return caller.findVirtual(owner, name, type);
        }
    }
}
