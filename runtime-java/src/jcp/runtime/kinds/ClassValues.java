package jcp.runtime.kinds;

import java.lang.ref.Reference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ConstantPools;

/**
 * The values that a {@link ClassValue} has computed: each Class object keeps its own in a weak table by the class value's
 * identity. They are held by both, so they are captured for the class values among the objects and put back into the replay's
 * Class objects.
 *
 * <p>The classes looked at are those among the objects, and those that the program's loaded classes name in their constant
 * pools, directly or over others: the JVM lists no others. For a class that is not found the value is computed anew. Tables
 * are read without calling their methods, which would tidy them up.
 */
public final class ClassValues extends Kind.Trace {
    private static final long MAP = Access.offset(Class.class, "classValueMap");
    private static final long TABLE = Access.offset(java.util.WeakHashMap.class, "table");
    private static final Class<?> ENTRY = Access.jdk("java.util.WeakHashMap$Entry");
    private static final long NEXT = Access.offset(ENTRY, "next");
    private static final long HELD = Access.offset(ENTRY, "value");
    private static final long REFERENT = Access.offset(Reference.class, "referent");
    private static final long IDENTITY = Access.offset(ClassValue.class, "identity");
    private static final Class<?> BINDING = Access.jdk("java.lang.ClassValue$Entry");
    private static final long VALUE = Access.offset(BINDING, "value");

    /** Numbers of the class values met. */
    private final List<Integer> met = new ArrayList<>();
    /** Class value, class and value, by their numbers in turn. */
    private final List<String> found = new ArrayList<>();
    private final Set<String> known = new HashSet<>();
    private List<Class<?>> holders;

    @Override
    public void meet(GraphWriter graph, int number) {
        met.add(number);
    }

    /** Numbers the values that were not found before; to be asked again when these have led to more objects. */
    @Override
    public void find(GraphWriter graph) {
        if (met.isEmpty()) {
            return;
        }
        if (holders == null) {
            holders = holders();
        }
        List<Class<?>> all = new ArrayList<>(holders);
        for (int number : graph.classObjects) {
            all.add((Class<?>) graph.ids.object(number));
        }
        for (Class<?> type : all) {
            Object map = Access.U.getReference(type, MAP);
            Object[] table = map == null ? new Object[0] : (Object[]) Access.U.getReference(map, TABLE);
            for (Object entry : table) {
                for (; entry != null; entry = Access.U.getReference(entry, NEXT)) {
                    entry(graph, type, entry);
                }
            }
        }
    }

    private void entry(GraphWriter graph, Class<?> type, Object entry) {
        Object identity = Access.U.getReference(entry, REFERENT);
        Object binding = Access.U.getReference(entry, HELD);
        if (identity == null || binding == null || binding.getClass() != BINDING) {
            return; // collected, or taken back
        }
        Object value = Access.U.getReference(binding, VALUE);
        for (int number : new ArrayList<>(met)) { // what is found may lead to others
            boolean own = Access.U.getReference(graph.ids.object(number), IDENTITY) == identity;
            if (own && value != binding && known.add(number + " " + key(type))) { // itself: being computed
                graph.within(number);
                found.add(Integer.toString(number));
                found.add(Integer.toString(graph.id(type)));
                found.add(Integer.toString(graph.id(value)));
            }
        }
    }

    /** Classes have no numbers before they are captured. */
    static String key(Class<?> type) {
        return type.getName() + (type.getClassLoader() == null ? "" : " " + Access.isApplication(type));
    }

    /** Loaded classes that have values. */
    private static List<Class<?>> holders() {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> type : known()) {
            if (Access.U.getReference(type, MAP) != null) {
                found.add(type);
            }
        }
        return found;
    }

    /** The classes that are looked at; those of unknown loaders only if they are among the objects. */
    static List<Class<?>> known() {
        List<Class<?>> found = new ArrayList<>();
        Deque<Class<?>> work = new ArrayDeque<>();
        for (ClassLoader loader : new ClassLoader[] {Access.APPLICATION, ClassLoader.getPlatformClassLoader()}) {
            for (Object type : new ArrayList<>((Collection<?>) Access.getField(loader, ClassLoader.class, "classes"))) {
                work.add((Class<?>) type);
            }
        }
        Set<String> seen = new HashSet<>();
        while (!work.isEmpty()) {
            Class<?> type = work.remove();
            if (type.isHidden() || !(Access.isJdk(type) || Access.isApplication(type)) || !seen.add(type.getName())) {
                continue;
            }
            found.add(type);
            if (!type.isArray() && !type.isPrimitive()) {
                work.addAll(ConstantPools.loadedClasses(type));
            }
        }
        return found;
    }

    @Override
    public List<String> capture(GraphWriter graph) {
        return found;
    }

    /** Puts them back, when all objects are restored. No code of the program runs. */
    private static void restore(GraphReader graph, String[] all) {
        for (int i = 0; i + 2 < all.length; i += 3) {
            Object value = graph.object(Integer.parseInt(all[i + 2]));
            Access.call(graph.object(Integer.parseInt(all[i])), ClassValue.class, "put", graph.object(Integer.parseInt(all[i + 1])), value);
        }
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public Trace trace() {
            return new ClassValues();
        }

        @Override
        public void restoreEdges(GraphReader graph) {
            restore(graph, graph.edges(AsKind.class));
        }
    }
}
