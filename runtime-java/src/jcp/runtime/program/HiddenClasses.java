package jcp.runtime.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.HiddenMarks;
import jcp.runtime.jvm.IdTable;
import jcp.runtime.jvm.LambdaNames;
import jcp.runtime.jvm.Loaders;
import jcp.runtime.jvm.MarkWords;

/**
 * Hidden classes that the program or a library has defined ({@code Lookup.defineHiddenClass}). A snapshot meets them when it looks at objects, classes and
 * handles: nothing else leads to one. It is taken again then, with their class files ({@link DefinedClasses}). The replay defines them after all other classes, in the order in
 * which they were met: a hidden class extends no other one, and what another is a nest mate of was met before.
 *
 * <p>Each keeps its name with the address that this JVM has given it, its identity hash, and the object that it was defined with (class data). Left out: names in
 * stack traces, which the JVM makes with its own address; hidden classes of the JDK.
 */
public final class HiddenClasses {
    private static final String KEY = "hidden classes";
    /** The numbers of the objects that they were defined with. */
    public static final String DATA = "class data";
    /** Texts of a class in the checkpoint. */
    private static final int TEXTS = 5;
    private static final String NAME = "name";
    /** What the JDK itself makes; a library may have put one beside a class of the JDK's. */
    private static final String OWN = "java.lang.invoke.";
    private static final int NEST_MATE = 1;
    private static final int HIDDEN = 2;
    private static final int STRONG = 4;

    /** Met so far, in their order. */
    private static final List<Class<?>> MET = new ArrayList<>();
    /** Of them those that are made again in another way. */
    private static final List<Class<?>> MADE = new ArrayList<>();
    /** Those of a root below main: the frames above it have them made in the replay, too, and nothing tells which they are. */
    private static final List<Class<?>> STANDING = new ArrayList<>();

    private HiddenClasses() {}

    static void entered() {
        STANDING.clear();
        STANDING.addAll(MET);
        MET.clear();
    }

    static void forget() {
        MADE.clear();
        MET.clear();
    }

    /** At the beginning of a snapshot: what was met before gets numbers. */
    static List<Class<?>> all() {
        ClassNames.setHidden(MET);
        return MET;
    }

    /** A lambda of a hidden class may be met before that class, which tells the instruction that has made it: then it is made again by that. */
    static void drop(Class<?> type) {
        if (!isIn(MADE, type)) {
            MADE.add(type);
        }
        for (int i = MET.size() - 1; i >= 0; i--) {
            if (MET.get(i) == type) {
                MET.remove(i);
                ProgramLoaders.again();
            }
        }
    }

    /** Whether the replay defines the class again; one that is met for the first time is known to the next snapshot. */
    public static boolean knows(Class<?> type) {
        if (isIn(MET, type)) {
            return DefinedClasses.isDefined(type);
        }
        if (obstacle(type) == null && !isIn(MADE, type)) {
            Class<?> nest = type.getNestHost();
            if (nest.isHidden() && nest != type) {
                knows(nest);
            }
            MET.add(type);
            ProgramLoaders.again();
        }
        return false;
    }

    private static boolean isIn(List<Class<?>> list, Class<?> type) {
        for (Class<?> each : list) {
            if (each == type) {
                return true;
            }
        }
        return false;
    }

    /** Why the class cannot be defined again; null if it can. */
    static String obstacle(Class<?> type) {
        String name = type.getName();
        if (Access.isJdk(type) && (name.startsWith(OWN) || name.contains(LambdaNames.LAMBDA) || type.getNestHost() == type)) {
            return "it is one of the JDK's";
        }
        if (isIn(STANDING, type)) {
            return "it was there when the chain's first method was called";
        }
        if (type.getPackageName().isEmpty() && !isStrong(type)) {
            return "it is in no package, and its loader does not hold it"; // the JVM would look for its module at a place that such a class has not
        }
        boolean isKnown = Access.isApplication(type) || Access.isJdk(type) || ClassNames.number(type.getClassLoader()) >= 0;
        return isKnown ? mate(type) == null ? "there is no class beside it by which to define it" : null : "its loader is not captured";
    }

    /** A class by which it can be defined: of its nest, or of its package. */
    private static Class<?> mate(Class<?> type) {
        if (type.getNestHost() != type) {
            return type.getNestHost();
        }
        for (Object each : (Collection<?>) Access.getField(type.getClassLoader(), ClassLoader.class, "classes")) {
            Class<?> beside = (Class<?>) each;
            boolean isFound = !beside.isHidden() && !beside.getName().startsWith("jcp.runtime.") && !beside.isInterface();
            if (isFound && beside.getPackageName().equals(type.getPackageName())) {
                return beside;
            }
        }
        return null;
    }

    private static boolean isStrong(Class<?> type) {
        Class<?> mate = mate(type);
        return mate != null && HiddenMarks.isStrong(type, mate);
    }

    /** The objects that they were defined with. */
    public static List<Object> data() {
        List<Object> found = new ArrayList<>();
        for (Class<?> type : ClassNames.hidden()) {
            Object data = Access.getField(type, Class.class, "classData");
            if (data != null) {
                found.add(data);
            }
        }
        return found;
    }

    static void capture(Map<String, String[]> state) {
        List<String> texts = new ArrayList<>();
        for (Class<?> type : ClassNames.hidden()) {
            Class<?> mate = mate(type);
            int flags = HIDDEN | (type.getNestHost() == type ? 0 : NEST_MATE) | (isStrong(type) ? STRONG : 0);
            texts.add(ClassNames.of(mate));
            texts.add(Loaders.name(type.getClassLoader()) == null ? Integer.toString(ClassNames.number(type.getClassLoader())) : "");
            texts.add(Integer.toString(flags));
            texts.add(type.getName());
            texts.add(Integer.toString(MarkWords.known() ? Math.max(0, MarkWords.hashOf(type)) : 0));
        }
        if (!texts.isEmpty()) {
            state.put(KEY, texts.toArray(new String[0]));
        }
    }

    /** Once objects have their numbers. */
    public static void captureData(IdTable ids, Map<String, String[]> state) {
        List<String> texts = new ArrayList<>();
        for (Class<?> type : ClassNames.hidden()) {
            Object data = Access.getField(type, Class.class, "classData");
            texts.add(Integer.toString(data == null ? 0 : ids.get(data)));
        }
        if (!texts.isEmpty()) {
            state.put(DATA, texts.toArray(new String[0]));
        }
    }

    /** Defines them; {@code files}: those of the defined classes, as {@link DefinedClasses} has them. */
    static void define(Map<String, String[]> state, String[] files) throws ReflectiveOperationException, IOException {
        String[] texts = state.remove(KEY);
        int at = texts == null ? 0 : files.length - texts.length / TEXTS * DefinedClasses.TEXTS; // they are the last ones
        for (int i = 0; texts != null && i < texts.length; i += TEXTS, at += DefinedClasses.TEXTS) {
            Class<?> mate = ClassNames.find(texts[i], false);
            ClassLoader loader = texts[i + 1].isEmpty() ? mate.getClassLoader() : ClassNames.loaders().get(Integer.parseInt(texts[i + 1]));
            ProtectionDomain domain = DefinedClasses.domain(files[at + 1], loader);
            byte[] file = files[at + 2].getBytes(StandardCharsets.ISO_8859_1);
            String name = texts[i + 3].substring(0, texts[i + 3].lastIndexOf('/')).replace('.', '/');
            Class<?> made = (Class<?>) Access.call(null, ClassLoader.class, "defineClass0", loader, mate, name, file, 0, file.length, domain, false,
                Integer.parseInt(texts[i + 2]), null);
            Access.setField(made, Class.class, NAME, texts[i + 3]);
            int hash = Integer.parseInt(texts[i + 4]);
            if (hash != 0) {
                MarkWords.replace(made, hash);
            }
            ClassNames.addHidden(made);
        }
    }

    /** Gives one its data, when objects are there. */
    public static void setData(int number, Object data) {
        Access.setField(ClassNames.hidden().get(number), Class.class, "classData", data);
    }
}
