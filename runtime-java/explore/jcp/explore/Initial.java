package jcp.explore;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.internal.misc.Unsafe;

/**
 * What the statics of one loader's classes were when each class had been initialised, so that the next execution can use the same classes: statics, and all objects that
 * they reached then, are set back in place.
 *
 * <p>Only of <em>simple</em> classes, whose initialiser does the same whenever and by whomever it is run, and is not seen (the planner's {@code explore_simple}). If an execution
 * uses another class, the next one has a loader of its own. Since nobody sees a simple initialiser, its accesses are no effects, and what it makes has the class's name.
 */
final class Initial {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** An array, and a copy of what it had. */
    private record Content(Object array, Object copy) {
        boolean isSame() {
            if (!(array instanceof Object[])) {
                return Arrays.deepEquals(new Object[] {array}, new Object[] {copy});
            }
            Object[] now = (Object[]) array;
            Object[] then = (Object[]) copy;
            for (int at = 0; at < now.length; at++) {
                if (now[at] != then[at]) {
                    return false;
                }
            }
            return true;
        }

        void putBack() {
            System.arraycopy(copy, 0, array, 0, Array.getLength(array));
        }
    }

    /** A field, and what was there. */
    private record Place(Object base, long offset, Class<?> type, Object value) {
        boolean isSame() {
            Object now = get(base, offset, type);
            return type.isPrimitive() ? now.equals(value) : now == value;
        }
    }

    /** A class's statics and the objects behind them. */
    private record Saved(List<Place> places, List<Content> arrays, List<Object> objects) {
        boolean isSame() {
            return places.stream().allMatch(Place::isSame) && arrays.stream().allMatch(Content::isSame);
        }
    }

    /** An initialiser under way. */
    static final class Initialiser {
        private final Class<?> type;
        private final boolean isSimple;
        private final long name;
        private int made;
        /** What it made, and the places of that and of its class's statics: nobody else can use these meanwhile. Null: what it touches is not noted. */
        private Map<Object, Boolean> things;
        private final Set<Long> own = new java.util.HashSet<>();
        private Run run;
        /** Whether it touches anything else, so that it matters when and by whom it is run. */
        boolean isSeen;
        /** The effects of the step before it, and those of initialisers within it. */
        Effects before;
        Effects within;

        private Initialiser(Class<?> type, boolean isSimple) {
            this.type = type;
            this.isSimple = isSimple;
            this.name = Names.text("made by " + type.getName());
        }

        /** The name of the object that it makes next. */
        long next() {
            return Names.mix(name, ++made);
        }

        Class<?> type() {
            return type;
        }

        /** What it touches is noted from here on. */
        void watch(Run all) {
            run = all;
            things = new IdentityHashMap<>();
            within = new Effects();
            before = all.collect(new Effects());
        }

        boolean isWatched() {
            return things != null;
        }

        void makes(Object object) {
            if (isWatched()) {
                things.put(object, true);
            }
        }

        /** A part of an object has this name. */
        void named(Object object, long part, long where) {
            boolean isOwn = object == Hooks.class ? run.classOf((int) (part >>> 32)).equals(type.getName())
                    // these have names in common
                    : things.containsKey(object) && !(object instanceof java.util.concurrent.CompletableFuture) && !(object instanceof java.util.concurrent.Phaser);
            if (isOwn) {
                own.add(where);
            }
        }

        /** It touches a place. */
        void touch(long where) {
            isSeen |= isWatched() && !own.contains(where);
        }
    }

    private final Set<String> simple;
    /** By the class's name. */
    private final Map<String, Saved> saved = new HashMap<>();
    private final IdentityHashMap<Object, Long> names = new IdentityHashMap<>();
    private final List<Class<?>> unknown = new ArrayList<>();
    private final List<Class<?>> begun = new ArrayList<>();
    private boolean isReusable = true;
    /** Classes and initialisers that have begun to be noted: one stays if the stack was too small to note it, and nothing is set back then. */
    private int pending;

    /** {@code simple}: the names of the classes that are. */
    Initial(Set<String> simple) {
        this.simple = simple;
    }

    /** Whether this class counts as untouched until something it has changes. */
    boolean isSimple(Class<?> type) {
        return simple.contains(type.getName()) && !unknown.contains(type);
    }

    /** A class is about to be defined. */
    synchronized void defining() {
        pending++;
    }

    /** A class was defined: its statics have their first values. */
    synchronized void defined(Class<?> type) {
        if (!isSimple(type)) {
            isReusable = false;
            return;
        }
        try {
            saved.put(type.getName(), save(type));
            pending--;
        } catch (LinkageError missing) {
            // the class of a field; the program may never miss it
            unknown.add(type);
            isReusable = false;
        }
    }

    /** Whether a task is in a simple initialiser. */
    static boolean isUnseen(Task task) {
        Initialiser innermost = task.initialiser();
        return innermost != null && innermost.isSimple;
    }

    /** The name of the class whose initialiser a task is in; null: it is in none. */
    static String around(Task task) {
        Initialiser innermost = task.initialiser();
        return innermost == null ? null : innermost.type.getName();
    }

    /** The class initialiser that calls begins. */
    synchronized Initialiser begin() {
        pending++;
        Class<?> type = WALKER.walk(frames -> frames.filter(it -> it.getMethodName().equals("<clinit>")).findFirst().orElseThrow().getDeclaringClass());
        begun.add(type);
        return new Initialiser(type, isSimple(type));
    }

    /** It ends. */
    synchronized void end(Initialiser initialiser) {
        if (initialiser.isSimple) {
            saved.put(initialiser.type.getName(), save(initialiser.type));
        }
        pending--;
    }

    /** An object was made; whether by a simple initialiser. */
    synchronized boolean made(Object object, Initialiser by, Names all) {
        if (by == null || !by.isSimple) {
            return false;
        }
        long name = by.next();
        names.put(object, name);
        all.name(object, name);
        return true;
    }

    private Saved save(Class<?> type) {
        Saved all = new Saved(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        Set<Object> met = java.util.Collections.newSetFromMap(new IdentityHashMap<>());
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                save(all, met, UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field), field.getType());
            }
        }
        for (int at = 0; at < all.objects.size(); at++) {
            parts(all, met, all.objects.get(at));
        }
        return all;
    }

    private void parts(Saved all, Set<Object> met, Object object) {
        if (object.getClass().isArray()) {
            int length = Array.getLength(object);
            Object copy = Array.newInstance(object.getClass().getComponentType(), length);
            System.arraycopy(object, 0, copy, 0, length);
            all.arrays.add(new Content(object, copy));
            if (object instanceof Object[]) {
                for (Object element : (Object[]) object) {
                    meet(all, met, element);
                }
            }
            return;
        }
        for (Class<?> part = object.getClass(); part != null; part = part.getSuperclass()) {
            for (Field field : part.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    save(all, met, object, UNSAFE.objectFieldOffset(field), field.getType());
                }
            }
        }
    }

    private void save(Saved all, Set<Object> met, Object base, long offset, Class<?> type) {
        Object value = get(base, offset, type);
        all.places.add(new Place(base, offset, type, value));
        if (!type.isPrimitive()) {
            meet(all, met, value);
        }
    }

    private void meet(Saved all, Set<Object> met, Object value) {
        if (value == null || value instanceof String || value instanceof Class<?>) {
            return;
        }
        if (value instanceof Thread || value instanceof ClassLoader || value.getClass().isHidden()) {
            isReusable = false; // it has state outside of its fields
        } else if (met.add(value)) {
            all.objects.add(value);
        }
    }

    /** Whether a simple class and all behind its statics is as it was in the beginning, and nothing else that was met leads there. */
    synchronized boolean isUntouched(Class<?> type, Map<Object, ?> met) {
        Saved all = saved.get(type.getName());
        if (begun.contains(type) && UNSAFE.shouldBeInitialized(type)) {
            return false; // its initialiser has failed, or is under way
        }
        return all == null || all.isSame() && all.objects.stream().noneMatch(met::containsKey);
    }

    /** Whether all could be set back so far. */
    synchronized boolean isReusable() {
        return isReusable;
    }

    /** Sets all back, when no thread uses it; false: another loader is needed. */
    synchronized boolean restore() {
        if (!isReusable || pending > 0 || begun.stream().anyMatch(UNSAFE::shouldBeInitialized)) {
            return false; // the last ones have failed
        }
        for (Saved all : saved.values()) {
            for (Place place : all.places) {
                if (!place.isSame()) {
                    put(place);
                }
            }
            all.arrays.forEach(Content::putBack);
        }
        return true;
    }

    /** Tells the names of what simple initialisers made. */
    synchronized void tell(Names all) {
        names.forEach(all::name);
    }

    private static Object get(Object base, long offset, Class<?> type) {
        return !type.isPrimitive() ? UNSAFE.getReferenceVolatile(base, offset)
                : type == int.class ? (Object) UNSAFE.getInt(base, offset)
                : type == long.class ? (Object) UNSAFE.getLong(base, offset)
                : type == boolean.class ? (Object) UNSAFE.getBoolean(base, offset)
                : type == byte.class ? (Object) UNSAFE.getByte(base, offset)
                : type == char.class ? (Object) UNSAFE.getChar(base, offset)
                : type == short.class ? (Object) UNSAFE.getShort(base, offset)
                : type == float.class ? (Object) UNSAFE.getInt(base, offset)
                : (Object) UNSAFE.getLong(base, offset);
    }

    private static void put(Place place) {
        Object base = place.base;
        long offset = place.offset;
        Class<?> type = place.type;
        if (!type.isPrimitive()) {
            UNSAFE.putReferenceVolatile(base, offset, place.value);
        } else if (type == int.class || type == float.class) {
            UNSAFE.putInt(base, offset, (int) place.value);
        } else if (type == long.class || type == double.class) {
            UNSAFE.putLong(base, offset, (long) place.value);
        } else if (type == boolean.class) {
            UNSAFE.putBoolean(base, offset, (boolean) place.value);
        } else if (type == byte.class) {
            UNSAFE.putByte(base, offset, (byte) place.value);
        } else if (type == char.class) {
            UNSAFE.putChar(base, offset, (char) place.value);
        } else {
            UNSAFE.putShort(base, offset, (short) place.value);
        }
    }
}
