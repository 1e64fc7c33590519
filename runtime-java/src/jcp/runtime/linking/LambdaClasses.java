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
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.LambdaNames;
import jcp.runtime.jvm.Lookups;
import jcp.runtime.program.DefinedClasses;

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

    /** Those of classes that were defined at run time, of one snapshot or restoration: what the program lets go of is not held here. In the order of the lists above. */
    private static final List<Class<?>> NOTED = new ArrayList<>();
    private static final List<String[]> NOTES = new ArrayList<>();
    private static final List<Object> OBJECTS = new ArrayList<>();

    /** What a class was made of, as its host's class file says; and its only object, if that is known. */
    static synchronized void note(Class<?> type, String[] recipe, Object single) {
        NOTED.add(type);
        NOTES.add(recipe);
        OBJECTS.add(single);
    }

    static synchronized void forgetNoted() {
        NOTED.clear();
        NOTES.clear();
        OBJECTS.clear();
    }

    /** What the class of a lambda object was made of; null if that is not known. */
    public static synchronized String[] recipe(Class<?> type) {
        if (!type.isHidden() || DefinedClasses.isHiddenDefined(type)) {
            return null;
        }
        int noted = NOTED.lastIndexOf(type);
        int at = noted >= 0 ? 0 : TYPES.indexOf(type);
        return noted >= 0 ? NOTES.get(noted) : at >= 0 ? RECIPES.get(at) : ReadLambdas.recipe(type);
    }

    /** Whether it is the class of a lambda that the replay has made: nothing notes those, and the states at the ends of runs tell them by their hosts. */
    public static boolean isUnnoted(Class<?> type) {
        return CallSites.replaying && type.getName().contains(LambdaNames.LAMBDA);
    }

    /** Whether it is the class of a lambda that an instruction makes, or the JDK. */
    public static boolean isLinked(Class<?> type) {
        String[] recipe = recipe(type);
        return recipe != null && (Access.isJdk(type) || !recipe[INSTRUCTION].isEmpty());
    }

    /** Where a recipe has the instruction (empty if it is the JDK's) and the number of marker interfaces. */
    private static final int INSTRUCTION = 10;
    private static final int MARKERS = 11;

    /** The only object of a class without captured values, or null. */
    public static synchronized Object single(Class<?> type) {
        int noted = NOTED.lastIndexOf(type);
        int at = noted >= 0 ? 0 : TYPES.lastIndexOf(type);
        return noted >= 0 ? OBJECTS.get(noted) : at < 0 ? null : SINGLES.get(at);
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
        Class<?> host = ClassNames.find(recipe[0], false);
        MethodType factory = type(recipe[2], loader(host));
        Object own = CallSites.replaying && recipe[INSTRUCTION].isEmpty() && factory.parameterCount() == 0 ? ReadLambdas.own(host, recipe) : null;
        if (own != null) {
            add(own.getClass(), recipe, own);
            return own.getClass();
        }
        // below a root the program may have linked the instruction in this JVM, too
        RestoredSites.Site earlier = recipe[INSTRUCTION].isEmpty() || !DefinedSites.any() ? null : RestoredSites.find(host, recipe[INSTRUCTION]);
        CallSite linked = recipe[INSTRUCTION].isEmpty() ? null : earlier != null ? earlier.site : CallSites.find(host, recipe[INSTRUCTION]);
        CallSite site = linked == null ? link(recipe) : linked;
        Class<?> known = made(site.getTarget());
        Object made = known == null || factory.parameterCount() == 0 ? one(site.getTarget()) : null;
        Class<?> type = made == null ? known : made.getClass();
        Object single = factory.parameterCount() == 0 ? made : null;
        if (earlier != null) {
            earlier.link(site, recipe);
            note(type, recipe, single);
            return type;
        }
        add(type, recipe, single);
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
        Class<?> host = ClassNames.find(recipe[0], false);
        ClassLoader loader = loader(host);
        MethodHandles.Lookup caller = Lookups.in(host);
        MethodType factory = type(recipe[2], loader);
        MethodType dynamic = type(recipe[8], loader);
        int flags = Integer.parseInt(recipe[9]);
        int markers = Integer.parseInt(recipe[MARKERS]);
        List<Object> args = new ArrayList<>(List.of(type(recipe[3], loader), body(caller, recipe, loader), dynamic));
        int bridges = recipe.length - MARKERS - 1 - markers;
        args.add(flags);
        if ((flags & LambdaMetafactory.FLAG_MARKERS) != 0) {
            args.add(markers);
            for (int i = 0; i < markers; i++) {
                args.add(Class.forName(recipe[MARKERS + 1 + i], false, loader));
            }
        }
        if ((flags & LambdaMetafactory.FLAG_BRIDGES) != 0) {
            args.add(bridges);
            for (int i = 0; i < bridges; i++) {
                args.add(type(recipe[MARKERS + 1 + markers + i], loader));
            }
        }
        return LambdaMetafactory.altMetafactory(caller, recipe[1], factory, args.toArray());
    }

    /** By which the host's names are found: its own, if it was defined at run time; the JDK's hosts have names of the program's in their recipes. */
    private static ClassLoader loader(Class<?> host) {
        return Access.isJdk(host) ? Access.APPLICATION : host.getClassLoader();
    }

    private static MethodType type(String descriptor, ClassLoader loader) {
        return MethodType.fromMethodDescriptorString(descriptor, loader);
    }

    private static MethodHandle body(MethodHandles.Lookup caller, String[] recipe, ClassLoader loader) throws ReflectiveOperationException {
        Class<?> owner = recipe[5].isEmpty() ? caller.lookupClass() : Class.forName(recipe[5], false, loader);
        String name = recipe[6];
        MethodType type = type(recipe[7], loader);
        switch (Integer.parseInt(recipe[4])) {
            case 6: return caller.findStatic(owner, name, type);
            case 7: return caller.findSpecial(owner, name, type, caller.lookupClass());
            case 8: return caller.findConstructor(owner, type);
            default: return caller.findVirtual(owner, name, type);
        }
    }
}
