package jcp.explore;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ForkJoinPool;
import jdk.internal.misc.Unsafe;

/**
 * A state as two numbers: what the program's statics and threads reach, what was printed, how it ended. Objects are numbered in the order in which they are met
 * from the roots, so that two states are equal if their graphs are isomorphic.
 *
 * <p>Of the JDK's threads, class loaders and streams the inside does not count: it has numbers that are no part of the program's state.
 */
final class Digest {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final String[] OPAQUE = {"jcp.explore.", "java.util.concurrent.locks.Reentrant", "java.lang.invoke.", "java.lang.reflect.", "java.security.", "jdk.", "sun."};
    private static final ClassValue<Field[]> FIELDS = new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            return fields(type);
        }
    };
    private static final ClassValue<Field[]> STATICS = new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
            return Arrays.stream(type.getDeclaredFields()).filter(Digest::counts).toArray(Field[]::new);
        }
    };
    private final Run run;
    private final Initial initial;
    private final IdentityHashMap<Object, Integer> met = new IdentityHashMap<>();
    private final ArrayDeque<Object> work = new ArrayDeque<>();
    private boolean isEnd;
    private long one = 17;
    private long other = 31;

    Digest(Run run, Initial initial) {
        this.run = run;
        this.initial = initial;
    }

    /** The state's two numbers, of statics of these classes in their order; null if it cannot be known. At the end nobody asks where tasks stand. */
    long[] of(List<Class<?>> classes, boolean atEnd) {
        isEnd = atEnd;
        Set<Class<?>> begun = begun();
        List<Class<?>> apart = new ArrayList<>();
        for (Class<?> type : classes) {
            if (initial.isSimple(type)) {
                apart.add(type);
                continue;
            }
            // others have statics that nothing has written; which of them are loaded is no state of the program
            if (begun.contains(type) || !UNSAFE.shouldBeInitialized(type)) {
                add(Names.type(type));
                statics(type);
            }
        }
        for (Task task : run.tasks) {
            if (!task(task)) {
                return null;
            }
        }
        drain();
        int before;
        do {
            before = met.size();
            touched(apart);
            if (!isEnd) {
                ownValues();
            }
        } while (met.size() > before);
        add(Names.text(run.output.text()));
        add(run.failures.stop(true));
        add(Names.text(run.failures.reason()));
        return new long[] {one, other};
    }

    /** The statics of simple classes, if anything of them is not as in the beginning or is reached by others: their initialisation is no part of the state. */
    private void touched(List<Class<?>> apart) {
        for (int at = 0; at < apart.size(); at++) {
            Class<?> type = apart.get(at);
            if (!initial.isUntouched(type, met)) {
                apart.remove(at);
                add(Names.type(type));
                statics(type);
                drain();
                at = -1; // what was passed over may be reached now
            }
        }
    }

    private void drain() {
        while (!work.isEmpty()) {
            object(work.poll());
        }
    }

    /** What tasks keep in thread locals that were met; there may be others among these values. */
    private void ownValues() {
        int before;
        do {
            before = met.size();
            for (Task task : run.tasks) {
                if (!task.ended) {
                    add(task.number);
                    OwnValues.of(task, met).forEach((number, value) -> {
                        add(number);
                        reference(value);
                    });
                }
            }
            drain();
        } while (met.size() > before);
    }

    /** The classes that tasks are initialising. */
    private Set<Class<?>> begun() {
        Set<Class<?>> begun = new HashSet<>();
        for (Task task : run.tasks) {
            if (task.frames != null) {
                Arrays.stream(task.frames).map(Frames.Frame::initialised).filter(Objects::nonNull).forEach(begun::add);
            }
        }
        return begun;
    }

    private boolean task(Task task) {
        add(task.number);
        add(task.ended ? 1 : 2);
        reference(task.thread);
        if (isEnd || task.ended) {
            return true;
        }
        add(task.made);
        add(task.started);
        add(task.woken);
        task.initialised.stream().filter(it -> run.isPoint(run.names.of(Hooks.class, Hooks.part(it, 0)))).forEach(this::add); // by these its later steps are told
        if (run.isPoint(Times.CLOCK)) {
            add(task.time);
        }
        add((task.interrupted ? 1 : 0) + (task.permit ? 2 : 0) + (task.notified ? 4 : 0) + (task.pending.timed ? 8 : 0) + (task.pending.isReady() ? 16 : 0));
        add(Names.text(task.pending.text));
        add(task.pending.effects.hash());
        if (task.frames == null) {
            return false;
        }
        for (Frames.Frame frame : task.frames) {
            add(frame.place());
            for (long number : frame.numbers()) {
                add(number);
            }
            for (Object reference : frame.references()) {
                reference(reference);
            }
        }
        return true;
    }

    private void add(long value) {
        one = Names.mix(one, value);
        other = Names.mix(other + 0x5851F42D4C957F2DL, value);
    }

    private void statics(Class<?> type) {
        Field[] fields;
        try {
            fields = STATICS.get(type);
        } catch (LinkageError missing) {
            run.unsupported("a field of " + type.getName() + " has a class that cannot be loaded, " + missing.getMessage()
                    + "; add it to the class path, or compare no states: --reduction source");
            return;
        }
        for (Field field : fields) {
            value(UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field), field.getType());
        }
    }

    private static boolean counts(Field field) {
        return Modifier.isStatic(field.getModifiers()) && !field.getName().startsWith("$assertions");
    }

    private void value(Object base, long offset, Class<?> type) {
        if (!type.isPrimitive()) {
            reference(UNSAFE.getReference(base, offset));
        } else if (type == long.class || type == double.class) {
            add(UNSAFE.getLong(base, offset));
        } else if (type == int.class || type == float.class) {
            add(UNSAFE.getInt(base, offset));
        } else if (type == short.class || type == char.class) {
            add(UNSAFE.getShort(base, offset));
        } else {
            add(UNSAFE.getByte(base, offset));
        }
    }

    private void reference(Object object) {
        if (object == null) {
            add(-1);
            return;
        }
        if (object instanceof Task) {
            add(((Task) object).number);
            return;
        }
        Integer number = met.get(object);
        if (number == null) {
            number = met.size();
            met.put(object, number);
            work.add(object);
        }
        add(number);
    }

    private void object(Object object) {
        Class<?> type = object.getClass();
        add(Names.type(type));
        known(object);
        if (object instanceof String) {
            add(Names.text((String) object));
        } else if (object instanceof Class<?>) {
            add(Names.type((Class<?>) object));
        } else if (type.isArray()) {
            array(object);
        } else if (type == ConcurrentSkipListMap.class) {
            sorted((ConcurrentSkipListMap<?, ?>) object);
        } else if (!isOpaque(object)) {
            for (Field field : FIELDS.get(type)) {
                value(object, UNSAFE.objectFieldOffset(field), field.getType());
            }
        }
    }

    /** What jcp knows of the object: its name, by which later steps are told, and who holds it or waits for it. */
    private void known(Object object) {
        if (!isEnd && !(object instanceof String)) {
            add(run.names.of(object));
        }
        Task owner = run.monitors.owner(object);
        if (owner != null) {
            add(owner.number);
            add(run.monitors.count(object));
        }
        for (Hooks.Use use : run.uses) {
            if (use.object() == object) {
                add(use.task().number);
            }
        }
        if (!isEnd && run.bodies.containsKey(object)) {
            reference(run.bodies.get(object));
        }
        run.monitors.waiting(object).forEach(task -> add(task.number));
        run.locks.known(object).forEach(this::add);
        run.barriers.known(object).forEach(this::add);
    }

    /** Whether the inside is no state of the program: of jcp's own objects, of locks, whose state is known, and where the JDK keeps what it has found out. */
    private static boolean isOpaque(Object object) {
        if (object instanceof ClassLoader || object instanceof java.io.OutputStream || object instanceof ThreadGroup) {
            return true;
        }
        String name = object.getClass().getName();
        for (String prefix : OPAQUE) {
            if (name.startsWith(prefix)) {
                return !(object instanceof Modelled);
            }
        }
        return false;
    }

    /** How the map finds its keys is random, so that counts by what is in it. */
    private void sorted(ConcurrentSkipListMap<?, ?> map) {
        reference(map.comparator());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            reference(entry.getKey());
            reference(entry.getValue());
        }
        add(-2);
    }

    private void array(Object array) {
        if (array instanceof Object[]) {
            add(((Object[]) array).length);
            for (Object element : (Object[]) array) {
                reference(element);
            }
            return;
        }
        int length = Array.getLength(array);
        add(length);
        for (int at = 0; at < length; at++) {
            Object element = Array.get(array, at);
            add(element instanceof Double ? Double.doubleToRawLongBits((double) element)
                    : element instanceof Float ? Float.floatToRawIntBits((float) element)
                    : element instanceof Boolean ? (boolean) element ? 1 : 0
                    : element instanceof Character ? (char) element : ((Number) element).longValue());
        }
    }

    /** The instance fields that count, the superclass's first. */
    private static Field[] fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> part = type; part != null; part = part.getSuperclass()) {
            boolean isThread = part == Thread.class;
            boolean isVirtual = part.getClassLoader() == null && part != Thread.class && Thread.class.isAssignableFrom(part);
            if (part == ThreadLocal.class || isVirtual || part == ForkJoinPool.class) {
                continue; // the number by which the JVM finds its values; how it runs threads
            }
            for (Field field : part.getDeclaredFields()) {
                boolean counts = !isThread || field.getName().equals("name") || field.getName().equals("target") || field.getName().equals("holder");
                if (counts && !Modifier.isStatic(field.getModifiers())) {
                    fields.add(field);
                }
            }
        }
        return fields.toArray(new Field[0]);
    }
}
