package jcp.runtime.program;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.security.Permissions;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.BootJars;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.ClassFiles;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.DescribedNames;
import jcp.runtime.jvm.IdTable;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.Loaders;
import jcp.runtime.report.Problem;

/**
 * Classes that the program has defined at run time, such as the subclasses that cglib and Byte Buddy make: in its own loader, where they have no file
 * on the class path, and in others ({@link ProgramLoaders}). The checkpoint has their class files, and the replay defines them again, in their order, before it
 * looks for any class.
 *
 * <p>The JVM tells a class's file to agents that want to change it ({@link ClassChanges}); no hook is needed at the definition. A class that was initialised
 * gets an initialiser that does nothing, and its static fields are all captured. Its protection domain is that of the loader, or of a class that is found.
 *
 * <p>Invariant: the analysis does not know their code. What it calls is guarded where the analysis held that for unreachable; a static field that it names must
 * be captured, which is checked here. Calls that the JDK has linked are {@link DefinedCalls}, hidden classes {@link HiddenClasses}. Left out, and refused: proxies of other loaders
 * than the program's own.
 */
public final class DefinedClasses extends JvmState {
    private static final String KEY = "defined classes";
    /** Texts of a class in the checkpoint. */
    static final int TEXTS = 3;
    private static final String RUNTIME = "jcp/runtime/";
    /** The domain of the loader itself. */
    private static final String DEFAULT = "";
    /** What the JDK itself makes at run time. */
    private static final String OWN = "java.lang.invoke.";
    /** As if the boot loader had a number. */
    private static final String INTO_BOOT = "-2|";
    /** One of its own, with the location behind it. */
    private static final String OF = "at ";
    private static final String RUN_TIME = "its class was defined at run time, ";
    private static final String MOVE = "move the checkpoint before the definition of the class, or put the class on the class path";

    /** A class with its file; null if that could not be had. */
    private static final class Defined {
        final Class<?> type;
        final byte[] file;

        Defined(Class<?> type) {
            this.type = type;
            file = file(type);
        }
    }

    /** Those of the boot loader that were met so far. */
    private static final List<Class<?>> INJECTED = new ArrayList<>();
    /** Where the chain starts below main: the names of such classes that were there at the entry of its root, and how many classes the program's loader had. */
    private static final Set<String> STANDING = new HashSet<>();
    private static int loadedBefore;
    /** Whether hidden classes were met; else {@link HiddenClasses} is not loaded. */
    private static boolean anyHidden;
    /** At the snapshot, in the order of their definition. By names, since a table of classes would ask them for their identity hashes. */
    private static Map<String, Defined> defined = Map.of();

    /** At the entry of a root below main: the frames above it define again what was defined by now. */
    static void entered() {
        AgentState.entered();
        loadedBefore = LoadedClasses.countOfProgram();
        STANDING.clear();
        if (anyHidden) {
            HiddenClasses.entered();
        }
        for (Class<?> type : INJECTED) {
            STANDING.add(type.getName());
        }
        INJECTED.clear();
        for (Class<?> type : AgentState.exist() ? new LoadedClasses().classes : List.<Class<?>>of()) {
            if (isAppended(type)) {
                STANDING.add(type.getName());
            }
        }
    }

    /** Whether the program's loader had the class at the entry of a root below main: the frames above have it made in the replay, too. */
    public static boolean stands(Class<?> type) {
        return LoadedClasses.isAmongFirst(type, loadedBefore);
    }

    private static boolean isAppended(Class<?> type) {
        return type.getClassLoader() == null && !type.getModule().isNamed();
    }

    /** Finds them, before objects are looked at, and adds their literals. */
    public static void find(Plan plan, LoadedClasses loaded, Set<String> literals) {
        Map<String, Defined> found = new LinkedHashMap<>();
        for (Class<?> type : LoadedClasses.ofProgramSince(plan.below ? loadedBefore : 0)) {
            if (!Access.isProxy(type) && !hasFile(type)) {
                found.put(name(type), new Defined(type));
            }
        }
        for (Class<?> type : plan.below && !AgentState.exist() ? List.<Class<?>>of() : loaded.classes) {
            if (isAppended(type) && !STANDING.contains(type.getName()) && !BootJars.launched()) {
                found.put(name(type), new Defined(type)); // from a jar that an agent has appended, or put there
            }
        }
        for (Class<?> type : INJECTED) {
            found.put(name(type), new Defined(type));
        }
        for (Class<?> type : ProgramLoaders.classes()) {
            found.put(name(type), new Defined(type));
        }
        for (Class<?> type : anyHidden ? HiddenClasses.all() : List.<Class<?>>of()) {
            found.put(name(type), new Defined(type)); // the last ones
        }
        defined = found.isEmpty() ? Map.of() : found;
        for (Defined each : all()) {
            literals.addAll(each.file == null ? List.of() : ClassFiles.literals(each.file));
        }
    }

    /** Whether a snapshot has found any. */
    public static boolean any() {
        return !defined.isEmpty();
    }

    /** An empty map is not asked for its values: the program may be the first to ask one. */
    private static Iterable<Defined> all() {
        return defined.isEmpty() ? List.of() : defined.values();
    }

    /** The classes that those of the loader name, in descriptors too, by their names. */
    static Set<String> named(ClassLoader loader) {
        Set<String> found = new LinkedHashSet<>();
        for (Defined each : all()) {
            if (each.type.getClassLoader() == loader && each.file != null) {
                for (String name : DescribedNames.of(each.file)) {
                    found.add(name.replace('/', '.'));
                }
            }
        }
        return found;
    }

    /** Those of other loaders that are initialised, and hidden ones. */
    static List<Class<?>> elsewhere() {
        List<Class<?>> found = new ArrayList<>();
        for (Defined each : all()) {
            if ((!Access.isApplication(each.type) || each.type.isHidden()) && Access.isInitialized(each.type)) {
                found.add(each.type);
            }
        }
        return found;
    }

    static void forget() {
        INJECTED.clear();
        if (anyHidden) {
            HiddenClasses.forget();
            anyHidden = false;
        }
        defined = Map.of();
    }

    private static String name(Class<?> type) {
        return type.getClassLoader() == null && !type.isHidden() ? INTO_BOOT + type.getName() : ClassNames.of(type);
    }

    private static byte[] file(Class<?> type) {
        try {
            return ClassChanges.file(type);
        } catch (ReflectiveOperationException | IOException | LinkageError | UnsupportedOperationException e) {
            return null;
        }
    }

    /**
     * Whether a class of the boot loader was put there at run time, as Byte Buddy does to reach a loader's methods; the next snapshot knows it. It
     * is told by its name, that of a nested class, and by being none.
     */
    public static void meetsInjected(Class<?> type) {
        String name = type.getName();
        boolean isNamed = name.indexOf('$') > 0 && !name.startsWith(OWN) && !type.isHidden() && !type.isArray();
        boolean injected = type.getClassLoader() == null && isNamed && type.getEnclosingClass() == null && !INJECTED.contains(type)
            && !STANDING.contains(name);
        if (injected) {
            INJECTED.add(type);
            ProgramLoaders.again();
        }
    }

    /** Whether the replay defines the hidden class again, which is no lambda's that it makes again; one that is met for the first time is known to the next snapshot. */
    public static boolean knowsHidden(Class<?> type) {
        anyHidden = true;
        return HiddenClasses.knows(type);
    }

    /** Whether it is a hidden class that the replay defines again. */
    public static boolean isHiddenDefined(Class<?> type) {
        return anyHidden && isDefined(type);
    }

    /** It is found that an instruction has made the hidden class. */
    public static void isMadeAgain(Class<?> type) {
        if (anyHidden) {
            HiddenClasses.drop(type);
        }
    }

    /** Why a hidden class cannot be defined again; null if it can. */
    public static String hiddenObstacle(Class<?> type) {
        return HiddenClasses.obstacle(type);
    }

    /** The objects that hidden classes were defined with. */
    public static List<Object> data() {
        return anyHidden ? HiddenClasses.data() : List.of();
    }

    /** The numbers of these. */
    public static void captureData(IdTable ids, Map<String, String[]> state) {
        if (anyHidden) {
            HiddenClasses.captureData(ids, state);
        }
    }

    /** Tells of the classes with their files, but for those of which the JVM tells none. */
    public static void tell(BiConsumer<Class<?>, byte[]> told) {
        for (Defined each : all()) {
            if (each.file != null) {
                told.accept(each.type, each.file);
            }
        }
    }

    /** Whether the replay defines the class again. */
    public static boolean isDefined(Class<?> type) {
        Defined found = defined.isEmpty() ? null : defined.get(name(type));
        return found != null && found.type == type;
    }

    /**
     * Whether the class path has the class. The JDK's loaders are not asked: they would open its image, which takes a hash for a method handle. The class path is
     * asked as for a class: a resource would count as one that the program asked for ({@link RunFacts}).
     */
    public static boolean hasFile(Class<?> type) {
        String file = type.getName().replace('.', '/') + ".class";
        if (Loaders.launched()) {
            return Access.call(Access.APPLICATION, java.net.URLClassLoader.class, "findResource", file) != null;
        }
        if (type.getModule().isNamed()) {
            return Access.APPLICATION.getResource(file) != null;
        }
        Object path = Access.getField(Access.APPLICATION, Access.jdk("jdk.internal.loader.BuiltinClassLoader"), "ucp");
        return path != null && Access.call(path, path.getClass(), "getResource", file) != null;
    }

    /** What of them cannot be restored. */
    public static void check(Plan plan, List<Problem> problems) {
        if (defined.isEmpty()) {
            return;
        }
        Set<String> captured = new HashSet<>();
        for (Statics.Field field : Statics.of(plan, Statics.initialized())) {
            captured.add(key(field));
        }
        Map<String, Class<?>> loaded = loaded();
        for (Defined each : all()) {
            String why = obstacle(each.type, each.file);
            if (why != null) {
                problems.add(new Problem(each.type.getName(), RUN_TIME + why, MOVE));
            } else {
                fields(each.type, each.file, captured, loaded, problems);
            }
        }
    }

    private static String obstacle(Class<?> type, byte[] file) {
        if (file == null) {
            return "and the JVM does not tell its class file";
        }
        for (String name : ClassFiles.classes(file)) {
            if (name.startsWith(RUNTIME)) {
                return "from a class file of the jar that jcp has written, whose hooks are for the program's own loader";
            }
        }
        String linked = DefinedCalls.obstacle(type, file);
        if (linked != null) {
            return linked;
        }
        if (Access.isProxy(type)) {
            return "as a proxy of a loader of its own";
        }
        for (Class<?> above : type.getInterfaces()) {
            if (ProgramLoaders.isLater(above, type)) {
                return "and implements a class of a loader that the replay makes later";
            }
        }
        if (type.getSuperclass() != null && ProgramLoaders.isLater(type.getSuperclass(), type)) {
            return "and extends a class of a loader that the replay makes later";
        }
        return domain(type) == null ? "with a protection domain of its own" : null;
    }

    /** Static fields of the program that such a class names, and that are not captured. */
    private static void fields(Class<?> type, byte[] file, Set<String> captured, Map<String, Class<?>> loaded, List<Problem> problems) {
        List<String> named = ClassFiles.fields(file);
        for (int i = 0; i + 2 < named.size(); i += 3) {
            Class<?> in = loaded.get(named.get(i).replace('/', '.'));
            Statics.Field field = in == null ? null : field(in, named.get(i + 1), named.get(i + 2));
            if (field != null && Access.isInitialized(field.type) && !captured.contains(key(field))) {
                problems.add(new Problem(type.getName(), RUN_TIME + "and reads " + field.type.getName() + "." + field.name
                    + ", which jcp took for unread after the checkpoint", "instrument with --editable, by which all static fields are captured"));
            }
        }
    }

    /** The static fields of the program that are named: of each the class, by its internal name, the name and the descriptor in turn. */
    static List<Statics.Field> named(List<String> names) {
        List<Statics.Field> found = new ArrayList<>();
        Map<String, Class<?>> loaded = names.isEmpty() ? Map.of() : loaded();
        for (int i = 0; i + 2 < names.size(); i += 3) {
            Class<?> in = loaded.get(names.get(i).replace('/', '.'));
            Statics.Field field = in == null ? null : field(in, names.get(i + 1), names.get(i + 2));
            if (field != null) {
                found.add(field);
            }
        }
        return found;
    }

    private static Map<String, Class<?>> loaded() {
        Map<String, Class<?>> loaded = new HashMap<>();
        for (Class<?> type : LoadedClasses.ofProgram()) {
            loaded.put(type.getName(), type); // not those of other loaders: all their static fields are captured
        }
        return loaded;
    }

    private static String key(Statics.Field field) {
        return field.type.getName() + "." + field.name + ":" + field.descriptor;
    }

    /** The static field that a name means (JVMS 5.4.3.2); null if it means none, or one of the JDK. */
    private static Statics.Field field(Class<?> in, String name, String descriptor) {
        if (in == null || !Access.isApplication(in)) {
            return null;
        }
        for (ClassFields field : ClassFields.of(in)) {
            if (field.name.equals(name) && field.descriptor.equals(descriptor)) {
                return field.isStatic() ? new Statics.Field(field) : null;
            }
        }
        for (Class<?> above : in.getInterfaces()) {
            Statics.Field found = field(above, name, descriptor);
            if (found != null) {
                return found;
            }
        }
        return field(in.getSuperclass(), name, descriptor);
    }

    /** By what the replay finds the protection domain of such a class: {@link #DEFAULT}, or the name of another class; null if by nothing. */
    private static String domain(Class<?> type) {
        if (type.getClassLoader() == null) {
            return DEFAULT;
        }
        ProtectionDomain domain = type.getProtectionDomain();
        if (domain == defaultDomain(type.getClassLoader())) {
            return DEFAULT;
        }
        for (Class<?> each : LoadedClasses.ofProgram()) {
            if (!isDefined(each) && each.getProtectionDomain() == domain) {
                return each.getName();
            }
        }
        CodeSource source = domain.getCodeSource();
        boolean isOwn = domain.getClassLoader() == type.getClassLoader() && domain.getPrincipals().length == 0;
        return isOwn && source != null && source.getLocation() != null && source.getCertificates() == null ? OF + source.getLocation() : null;
    }

    private static ProtectionDomain defaultDomain(ClassLoader loader) {
        return loader == null ? null : (ProtectionDomain) Access.getField(loader, ClassLoader.class, "defaultDomain");
    }

    @Override
    public void capture(Map<String, String[]> state) {
        List<String> texts = new ArrayList<>();
        for (Defined each : all()) {
            byte[] file = Access.isInitialized(each.type) ? ClassFiles.withoutInitializer(each.file) : each.file;
            texts.add(name(each.type));
            texts.add(domain(each.type));
            texts.add(new String(file, StandardCharsets.ISO_8859_1));
        }
        if (!texts.isEmpty()) {
            state.put(KEY, texts.toArray(new String[0]));
        }
        if (anyHidden) {
            HiddenClasses.capture(state);
        }
    }

    @Override
    public void restoreEarly(Map<String, String[]> state) throws Throwable {
        define(state, -2, null);
        define(state, -1, Access.APPLICATION);
        ProgramLoaders.restore(state);
        String[] files = state.remove(KEY);
        if (files != null) {
            HiddenClasses.define(state, files);
        }
    }

    /** Defines those of the loader with the number; -1: of the program's own; -2: of the boot loader. */
    static void define(Map<String, String[]> state, int number, ClassLoader loader) throws ReflectiveOperationException, IOException {
        String[] texts = state.getOrDefault(KEY, new String[0]);
        Map<String, ProtectionDomain> domains = new HashMap<>();
        for (int i = 0; i + 2 < texts.length; i += TEXTS) {
            if (ClassNames.numberOf(texts[i]) == number) {
                if (!domains.containsKey(texts[i + 1])) {
                    domains.put(texts[i + 1], domain(texts[i + 1], loader));
                }
                byte[] file = texts[i + 2].getBytes(StandardCharsets.ISO_8859_1);
                Access.U.defineClass(ClassNames.bare(texts[i]).replace('.', '/'), file, 0, file.length, loader, domains.get(texts[i + 1]));
            }
        }
    }

    static ProtectionDomain domain(String text, ClassLoader loader) throws ReflectiveOperationException, IOException {
        if (text.equals(DEFAULT)) {
            return defaultDomain(loader);
        }
        if (!text.startsWith(OF)) {
            return Class.forName(text, false, Access.APPLICATION).getProtectionDomain();
        }
        CodeSource source = new CodeSource(new URL(text.substring(OF.length())), (Certificate[]) null);
        return new ProtectionDomain(source, new Permissions(), loader, null);
    }
}
