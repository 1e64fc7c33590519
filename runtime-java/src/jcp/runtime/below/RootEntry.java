package jcp.runtime.below;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jcp.runtime.environment.Registered;
import jcp.runtime.format.Sink;
import jcp.runtime.format.Source;
import jcp.runtime.frames.Arguments;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kinds;
import jcp.runtime.graph.Standing;
import jcp.runtime.graph.WeaklyHeld;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.CodeNames;
import jcp.runtime.jvm.HashTables;
import jcp.runtime.jvm.Loaders;
import jcp.runtime.jvm.NameCounters;
import jcp.runtime.jvm.Order;
import jcp.runtime.kinds.LogLevels;
import jcp.runtime.kinds.Loggers;
import jcp.runtime.linking.LambdaClasses;
import jcp.runtime.program.Plan;
import jcp.runtime.program.ProgramLoaders;
import jcp.runtime.program.Statics;
import jcp.runtime.program.Surroundings;

/**
 * RootEntry correspondence, for chains that start below main. What runs above the root runs in the replay too and holds objects
 * of its own, with which the restored state must share. So both runs number, when the root is entered, the objects that its
 * receiver and arguments and the program's statics reach, in the order of one and the same traversal; the checkpoint
 * gives these objects new contents by their numbers, and the replay fills them <em>in place</em>.
 *
 * <p>Two entries correspond if the same classes are initialised, and the graphs have objects of the same classes and array
 * lengths in the same order, with the same references between them, and the root's receiver and arguments have the same values
 * where they are primitive, boxed, strings or enums ({@link RootValues}); else the replay is refused. Values in objects may differ (a clock
 * was read): the captured ones hold then. The order of hash tables does not count where keys tell it ({@link HashTables}), and
 * what is in objects of the {@link Surroundings} is not looked at. Nor does it count what the collector has cleared: objects
 * that weak references alone hold are collected first, unless that has taken too long before; what is left of them the frames
 * above the root hold.
 * Names of files do count, wherever they are ({@link EntryPaths}), and so does which class, member or constant an object stands for: such an object cannot be
 * given other contents, so it would take the place of another one. The order in which linked maps had their keys put in is a value.
 *
 * <p>Objects that cannot be copied stand as they are, if between entry and checkpoint nothing of theirs changed that can
 * be seen; the fields that a class of the program declares are followed. Left out: objects that only the frames above the
 * root hold, since nothing below it can get at them, and what only fields of the JDK's lead to in an object that cannot be copied.
 */
public final class RootEntry implements Standing {
    /** How long collections have taken, in nanoseconds, and how long they may before there are no more of them. */
    private static long collecting;
    private static final long PATIENCE = 1_000_000_000;

    /** Which entry of the root this is, from 1. */
    public final long activation;
    /** How many objects there are; their numbers start with 1. */
    final int count;
    private Object[] objects;
    /** The same, once {@link #letGo} was called. */
    private WeakReference<?>[] weak;

    private final RootValues values;
    private final int[] roots;
    /** For each object the one in which it was first found; 0 for roots. */
    private final int[] holders;
    /** For each object a hash of its references. */
    private final int[] edges;
    private final List<String> initialized = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    /** For each object the index of its class's name, and its length as {@link #length} has it. */
    private final int[] types;
    private final int[] lengths;
    private final EntryPaths paths = new EntryPaths();
    /** Fields of the objects that cannot be copied, in the order of {@link #opaque}. */
    private final List<Object[]> states = new ArrayList<>();
    private final List<Object> opaque = new ArrayList<>();
    /** At which entries of the run this was done; of a capturing run. */
    public NumberedEntries numbered = new NumberedEntries();
    /** What the frames above the root have registered with the JVM. */
    public final List<WeakReference<Object>> registered = new ArrayList<>();

    private RootEntry(long activation, RootValues values, GraphWriter graph, List<Integer> roots, List<Class<?>> classes) {
        this.activation = activation;
        this.values = values;
        count = graph.ids.count;
        objects = new Object[count + 1];
        for (int i = 1; i <= count; i++) {
            objects[i] = graph.ids.object(i);
        }
        this.roots = new int[roots.size()];
        for (int i = 0; i < this.roots.length; i++) {
            this.roots[i] = roots.get(i);
        }
        edges = graph.edges();
        holders = graph.holders();
        types = new int[count + 1];
        lengths = new int[count + 1];
        describe();
        for (Class<?> type : classes) {
            initialized.add(type.getName());
        }
        for (int place : graph.places) {
            opaque.add(objects[place]);
            states.add(state(objects[place]));
        }
    }

    private void describe() {
        Map<String, Integer> table = new HashMap<>();
        for (int i = 1; i <= count; i++) {
            String name = name(objects[i]);
            Integer known = table.putIfAbsent(name, names.size());
            if (known == null) {
                names.add(name);
            }
            types[i] = known == null ? names.size() - 1 : known;
            lengths[i] = length(objects[i]);
            paths.add(i, objects[i]);
        }
    }

    /** Numbers what can be reached now. */
    public static RootEntry number(long activation, Arguments arguments, Kinds kinds, Plan plan, Set<String> literals, Thread main) {
        long[] names = NameCounters.now();
        try {
            return numbered(activation, arguments, kinds, plan, literals, main);
        } finally {
            NameCounters.setAll(names);
            ProgramLoaders.entered();
        }
    }

    private static RootEntry numbered(long activation, Arguments arguments, Kinds kinds, Plan plan, Set<String> literals, Thread main) {
        RootEntry entry = number(activation, arguments, kinds, plan, literals, main, collecting > PATIENCE);
        if (entry == null) {
            long start = System.nanoTime();
            System.gc();
            collecting += System.nanoTime() - start;
            entry = number(activation, arguments, kinds, plan, literals, main, true);
        }
        return entry;
    }

    /** Does so and forgets it: what the capturing run has loaded thereby is loaded here, too. */
    public static void pass(Arguments arguments, Kinds kinds, Plan plan, Set<String> literals, Thread main) {
        long[] names = NameCounters.now();
        number(0, arguments, kinds, plan, literals, main, true);
        NameCounters.setAll(names);
        ProgramLoaders.entered();
    }

    /** The same; null if there is something to collect first. */
    private static RootEntry number(long activation, Arguments arguments, Kinds kinds, Plan plan, Set<String> literals, Thread main, boolean collected) {
        List<Class<?>> classes = Statics.initialized();
        Order.sort(classes, new ByName()); // not in the order of loading, which the verifier has a part in
        try (GraphWriter graph = new GraphWriter(kinds, literals, Set.of(), List.of(main), Sink.dropped(), true)) {
            graph.edges = new int[1 << 10];
            List<Integer> roots = new ArrayList<>();
            for (Object argument : arguments.references) {
                roots.add(graph.id(argument));
            }
            for (Class<?> type : classes) {
                for (ClassFields field : Access.isProxy(type) ? List.<ClassFields>of() : ClassFields.of(type)) { // a proxy's are methods, in the JVM's order
                    if (field.isStatic() && Statics.Field.isReference(field.descriptor) && !Surroundings.added(field, plan)) {
                        Statics.Field place = new Statics.Field(field);
                        roots.add(graph.id(Access.U.getReference(place.base, place.offset)));
                    }
                }
            }
            roots.add(graph.id(System.in));
            roots.add(graph.id(System.out));
            roots.add(graph.id(System.err));
            for (Object held : LogLevels.used() ? Loggers.held() : List.of()) {
                roots.add(graph.id(held)); // no static field of the program need lead to what it has given to loggers
            }
            graph.trace();
            if (!collected && WeaklyHeld.any(graph, roots)) {
                return null;
            }
            RootEntry entry = new RootEntry(activation, new RootValues(arguments, plan.chain.get(0).descriptor), graph, roots, classes);
            for (Registered each : Registered.all(main)) {
                entry.registered.add(new WeakReference<>(each.object));
            }
            return entry;
        }
    }

    /** No lambda: linking one takes identity hashes, which shifts those of the program. */
    private static final class ByName implements Comparator<Class<?>> {
        @Override
        public int compare(Class<?> a, Class<?> b) {
            return a.getName().compareTo(b.getName());
        }
    }

    /** From now on keeps no object alive: the program may notice which ones are collected. */
    public void letGo() {
        weak = new WeakReference<?>[count + 1];
        for (int i = 1; i <= count; i++) {
            weak[i] = new WeakReference<>(objects[i]);
        }
        objects = null;
        for (int i = 0; i < opaque.size(); i++) {
            opaque.set(i, new WeakReference<>(opaque.get(i)));
            Object[] state = states.get(i);
            for (int k = 0; k < state.length; k++) {
                state[k] = state[k] instanceof Bits || state[k] == null ? state[k] : new WeakReference<>(state[k]);
            }
        }
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public Object object(int number) {
        return weak == null ? objects[number] : weak[number].get();
    }

    /** The section of the checkpoint. */
    public void write(Sink out) {
        out.varint(NumberedEntries.number(activation));
        numbered.write(out);
        values.write(out);
        out.texts(initialized.toArray(new String[0]));
        out.varint(roots.length);
        for (int root : roots) {
            out.varint(root);
        }
        out.texts(names.toArray(new String[0]));
        out.varint(count);
        for (int i = 1; i <= count; i++) {
            out.varint(types[i]);
            out.varint(lengths[i]);
            out.u4(edges[i]);
        }
        paths.write(out);
    }

    /** The entry that was captured: which one of the run it was. */
    public static long activation(Source in) {
        return in.varint();
    }

    /** What follows in the section. */
    public static NumberedEntries numbered(Source in) {
        return NumberedEntries.read(in);
    }

    /** How this entry differs from the captured one, whose section is given; null if they correspond. */
    public String difference(Source in) {
        activation(in);
        numbered(in);
        String different = values.difference(in);
        if (different != null) {
            return different;
        }
        List<String> others = Arrays.asList(in.texts());
        if (!others.equals(initialized)) {
            List<String> missing = new ArrayList<>(others);
            missing.removeAll(initialized);
            List<String> more = new ArrayList<>(initialized);
            more.removeAll(others);
            return "other classes are initialised (missing: " + missing + ", additional: " + more + ")";
        }
        boolean sameRoots = in.varint() == roots.length;
        for (int i = 0; sameRoots && i < roots.length; i++) {
            sameRoots = in.varint() == roots[i];
        }
        if (!sameRoots) {
            return "the arguments or the static fields refer to other objects";
        }
        String[] captures = in.texts();
        int captured = in.varint();
        String difference = null;
        for (int i = 1; i <= Math.min(count, captured); i++) {
            String name = captures[in.varint(captures.length)];
            int length = in.varint();
            int references = in.u4();
            if (!name.equals(names.get(types[i])) || length != lengths[i]) {
                return path(i) + " is a " + describe(names.get(types[i]), lengths[i]) + ", and was a " + describe(name, length);
            }
            if (references != edges[i] && difference == null) {
                difference = path(i) + " refers to other objects";
            }
        }
        if (captured != count) {
            return count + " objects are reachable, where the capturing run had " + captured;
        }
        if (difference != null) {
            return difference;
        }
        String[] files = in.texts();
        int place = paths.different(files);
        return place < 0 ? null : path(paths.number(place)) + " " + paths.difference(place, files[place]);
    }

    /** The way from a root to an object, as the names of the classes. */
    private String path(int number) {
        StringBuilder text = new StringBuilder();
        for (int i = number; i != 0 && text.length() < LONGEST_PATH; i = holders[i]) {
            text.insert(0, names.get(types[i])).insert(0, holders[i] == 0 ? "" : " -> ");
        }
        return "object " + number + " of the reachable ones (" + text + ")";
    }

    private static final int LONGEST_PATH = 300;

    private static String describe(String name, int length) {
        return name + (length == 0 ? "" : " with " + (length - 1) + " elements");
    }

    /** The class, by a name that is the same in every JVM: libraries give classes that they make in loaders of their own random ones. */
    private static String name(Object object) {
        String name = name(object.getClass());
        String code = object instanceof Class ? name((Class<?>) object) : CodeNames.of(object);
        return code == null ? name : name + " (" + code + ")";
    }

    private static String name(Class<?> type) {
        boolean isOther = !type.isHidden() && !type.isArray() && Loaders.name(type.getClassLoader()) == null;
        if (isOther && !Access.isProxy(type) && type.getSuperclass() != null) {
            return "made at run time, extends " + type.getSuperclass().getName() + Arrays.toString(type.getInterfaces());
        }
        if (!type.isHidden()) {
            return Access.isProxy(type) ? "proxy of " + Arrays.toString(type.getInterfaces()) : type.getName();
        }
        String[] recipe = LambdaClasses.recipe(type);
        return recipe != null ? "lambda " + String.join(" ", recipe) : type.getName().substring(0, type.getName().indexOf('/'));
    }

    /** 0 if it is no array, else its length plus one. */
    private static int length(Object object) {
        return object.getClass().isArray() ? java.lang.reflect.Array.getLength(object) + 1 : 0;
    }

    @Override
    public boolean stands(Object object) {
        for (int i = 0; i < opaque.size(); i++) {
            if (((WeakReference<?>) opaque.get(i)).get() == object) {
                return Surroundings.has(object.getClass())
                    || !hasHiddenState(object.getClass()) && same(states.get(i), state(object));
            }
        }
        return false;
    }

    /** Sockets, channels, processes and the like have a state of which the heap knows nothing. */
    private static boolean hasHiddenState(Class<?> type) {
        String name = type.getName();
        for (String prefix : new String[] {"java.net.", "sun.net.", "sun.nio.", "java.nio.", "java.util.zip.", "java.lang.Process",
            "java.util.stream.", "jdk.internal.ref."}) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private static boolean same(Object[] before, Object[] now) {
        for (int i = 0; i < before.length; i++) {
            Object was = before[i] instanceof WeakReference ? ((WeakReference<?>) before[i]).get() : before[i];
            if (was != now[i] && !(was instanceof Bits && was.equals(now[i]))) {
                return false;
            }
        }
        return true;
    }

    /** What the object's fields hold. */
    private static Object[] state(Object object) {
        List<Object> values = new ArrayList<>();
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            for (ClassFields field : ClassFields.of(type)) {
                if (!field.isStatic()) {
                    values.add(Statics.Field.isReference(field.descriptor)
                        ? Access.U.getReference(object, field.offset) : bits(object, field.offset, Access.size(field.descriptor)));
                }
            }
        }
        return values.toArray();
    }

    /** The value of a primitive field: told from an object by its class. */
    private static final class Bits {
        private final long bits;

        Bits(long bits) {
            this.bits = bits;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bits && ((Bits) other).bits == bits;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(bits);
        }
    }

    private static Bits bits(Object object, long offset, int size) {
        switch (size) {
            case 1: return new Bits(Access.U.getByte(object, offset));
            case 2: return new Bits(Access.U.getShort(object, offset));
            case 4: return new Bits(Access.U.getInt(object, offset));
            default: return new Bits(Access.U.getLong(object, offset));
        }
    }
}
