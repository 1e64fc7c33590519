package jcp.runtime.program;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Fields;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.OwnFiles;

/**
 * What a capturing run did up to the checkpoint that no analysis knows, for {@code jcp refresh} and {@code --since}: the methods that it
 * entered, the classes that were loaded and those whose members or annotations were looked at, and the names of classes and resources for
 * which it asked. The jar's file {@code META-INF/jcp/noted} is not empty if that is wanted.
 *
 * <p>All but the methods is read from what the JVM keeps: the cache of reflection, which {@code Class} never takes away once it was made,
 * the locks of the loader, one for each name that it was asked for, and the class path that stands for the loader's own.
 *
 * <p>Invariant: a fact that cannot be known is missing, never empty. What no cache tells, members that method handles look up say, hooks note.
 */
public final class RunFacts extends JvmState {
    /** The names of what is captured, in the order in which it counts. */
    private static final String[] ENTRIES = {"methods entered", "classes loaded", "classes looked at", "classes asked for", "resources asked for",
        "methods asking", "places asked for", "files opened"};
    /** The file that is not empty if facts are wanted; then the class path is jcp's also where nothing is hidden. */
    static final String WANTED = "noted";
    private static final String CACHE = "reflectionData";
    /** Caches of a class that are made when a program asks for its annotations or generic types. */
    private static final String[] CACHES = {"annotationData", "genericInfo"};
    /** The field of the class path that keeps the names of resources. */
    private static final String RESOURCES = "jcpAsked";
    private static boolean wanted;

    private String methods;
    private String[] asking;
    private Map<String, Boolean> loaded;
    private Map<String, Boolean> looked;
    private Map<String, Boolean> asked;
    private Map<String, Boolean> resources;
    private String[] places;
    private String[] opened;

    /** At the first hook, before any code of the program; whether a run is noted. */
    public static boolean start() throws IOException {
        wanted = OwnFiles.read(WANTED).length > 0;
        if (wanted) {
            for (Class<?> type : LoadedClasses.ofProgram()) {
                Access.setField(type, Class.class, CACHE, null); // the JVM has looked for main
            }
            Object path = classPath();
            if (path != null) {
                Access.setField(path, path.getClass(), RESOURCES, new ConcurrentHashMap<String, Boolean>());
            }
        }
        return wanted;
    }

    /** The class path of jcp that the program's loader searches; null if it searches the JDK's own. */
    private static Object classPath() {
        Class<?> loader = Access.jdk("jdk.internal.loader.BuiltinClassLoader");
        Object path = loader.isInstance(Access.APPLICATION) ? Access.getField(Access.APPLICATION, loader, "ucp") : null;
        return path != null && Access.hasField(path.getClass(), RESOURCES) ? path : null;
    }

    @Override
    public void note(LoadedClasses all) {
        if (!wanted) {
            return;
        }
        methods = MethodCounts.text();
        places = MethodCounts.sources()[0] == null ? null : Places.of(MethodCounts.sources());
        opened = MethodCounts.opened()[0] == null ? null : Places.opened(MethodCounts.opened());
        asking = MethodCounts.asking();
        loaded = new TreeMap<>();
        looked = new TreeMap<>();
        for (Class<?> type : LoadedClasses.ofProgram()) {
            String name = type.getName().replace('.', '/');
            loaded.put(name, true);
            if (isLookedAt(type)) {
                looked.put(name, true);
            }
        }
        Object locks = Access.getField(Access.APPLICATION, ClassLoader.class, "parallelLockMap");
        if (locks != null) {
            asked = new TreeMap<>();
            for (Object name : ((Map<?, ?>) locks).keySet()) {
                String internal = ((String) name).replace('.', '/');
                if (!internal.startsWith("java/") && !internal.startsWith("jcp/runtime/") && !loaded.containsKey(internal)) {
                    asked.put(internal, true);
                }
            }
        }
        Object path = classPath();
        if (path != null) {
            resources = new TreeMap<>();
            for (Object name : ((Map<?, ?>) Access.getField(path, path.getClass(), RESOURCES)).keySet()) {
                resources.put((String) name, true);
            }
        }
    }

    private static boolean isLookedAt(Class<?> type) {
        for (String cache : CACHES) {
            if (Fields.get(type, cache) != null) {
                return true;
            }
        }
        return Hidden.isAsked(type);
    }

    @Override
    public void capture(Map<String, String[]> state) {
        if (wanted) {
            state.put(ENTRIES[0], new String[] {methods});
            put(state, ENTRIES[1], loaded);
            put(state, ENTRIES[2], looked);
            put(state, ENTRIES[3], asked);
            put(state, ENTRIES[4], resources);
            state.put(ENTRIES[5], asking);
            if (places != null) {
                state.put(ENTRIES[6], places);
            }
            if (opened != null) {
                state.put(ENTRIES[7], opened);
            }
        }
    }

    private static void put(Map<String, String[]> state, String name, Map<String, Boolean> texts) {
        if (texts != null) {
            state.put(name, texts.keySet().toArray(new String[0]));
        }
    }

    /** Tells the run of a checkpoint from others: a sum over what it did, as {@code driver/inputs/facts.rs} has it. */
    public static String id(Map<String, String[]> state) {
        long sum = 0;
        for (String entry : ENTRIES) {
            String[] texts = state.get(entry);
            for (int i = 0; texts != null && i < texts.length; i++) {
                for (int k = 0; k < texts[i].length(); k++) {
                    sum = sum * 31 + texts[i].charAt(k);
                }
                sum = sum * 31 + 2;
            }
            sum = sum * 31 + (texts == null ? 1 : 3);
        }
        String digits = Long.toHexString(sum);
        return "0".repeat(16 - digits.length()) + digits;
    }
}
