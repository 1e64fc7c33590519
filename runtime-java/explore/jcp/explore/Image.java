package jcp.explore;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.internal.misc.Unsafe;

/**
 * What objects and statics hold at a moment, to be put back into the same objects: all that is reached from the roots that were added.
 *
 * <p>What belongs to the JVM is neither looked into nor put back ({@link #isOpaque}). Classes that are initialised later have statics with what they began with.
 */
final class Image {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final String[] OPAQUE = {"java.lang.invoke.", "java.lang.reflect.", "java.lang.module.", "java.security.", "java.io.File", "java.io.RandomAccessFile",
        "java.net.", "java.util.zip.", "java.util.jar.", "jdk.", "sun.", "com.sun."};
    private static final Set<Class<?>> VALUES = Set.of(String.class, Integer.class, Long.class, Short.class, Byte.class, Character.class, Boolean.class, Double.class, Float.class,
            Class.class, Explorer.class, Link.class, SetUp.class, Start.class, Early.class, Names.Fixed.class);
    private static final ClassValue<Layout> LAYOUTS = new ClassValue<>() {
        @Override
        protected Layout computeValue(Class<?> type) {
            return new Layout(type);
        }
    };

    /** Where the values of a class's objects are. */
    private static final class Layout {
        final boolean isOpaque;
        final boolean isReference;
        private final List<Long> numbers = new ArrayList<>();
        private final List<Class<?>> kinds = new ArrayList<>();
        private final List<Long> references = new ArrayList<>();

        Layout(Class<?> type) {
            isOpaque = isOpaque(type);
            isReference = Reference.class.isAssignableFrom(type);
            if (isOpaque) {
                return;
            }
            for (Class<?> part = type; part != null && part != Reference.class; part = part.getSuperclass()) {
                for (Field field : part.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())) {
                        add(UNSAFE.objectFieldOffset(field), field.getType());
                    }
                }
            }
        }

        /** The statics of a class. */
        Layout(Field[] statics) {
            isOpaque = false;
            isReference = false;
            for (Field field : statics) {
                add(UNSAFE.staticFieldOffset(field), field.getType());
            }
        }

        private void add(long offset, Class<?> type) {
            if (type.isPrimitive()) {
                numbers.add(offset);
                kinds.add(type);
            } else {
                references.add(offset);
            }
        }

        Saved save(Object object, Object base) {
            long[] saved = new long[numbers.size()];
            for (int at = 0; at < saved.length; at++) {
                long offset = numbers.get(at);
                int size = size(kinds.get(at));
                saved[at] = size == 8 ? UNSAFE.getLong(base, offset) : size == 4 ? UNSAFE.getInt(base, offset) : size == 2 ? UNSAFE.getShort(base, offset) : UNSAFE.getByte(base, offset);
            }
            Object[] others = new Object[references.size()];
            for (int at = 0; at < others.length; at++) {
                others[at] = UNSAFE.getReference(base, references.get(at));
            }
            return new Saved(this, object, base, saved, others);
        }

        void restore(Saved saved) {
            for (int at = 0; at < saved.numbers.length; at++) {
                long offset = numbers.get(at);
                long value = saved.numbers[at];
                switch (size(kinds.get(at))) {
                    case 8 -> UNSAFE.putLong(saved.base, offset, value);
                    case 4 -> UNSAFE.putInt(saved.base, offset, (int) value);
                    case 2 -> UNSAFE.putShort(saved.base, offset, (short) value);
                    default -> UNSAFE.putByte(saved.base, offset, (byte) value);
                }
            }
            for (int at = 0; at < saved.references.length; at++) {
                UNSAFE.putReference(saved.base, references.get(at), saved.references[at]);
            }
        }

        private static int size(Class<?> type) {
            return type == long.class || type == double.class ? 8 : type == int.class || type == float.class ? 4 : type == short.class || type == char.class ? 2 : 1;
        }
    }

    /** What an object, or the statics of a class, held. */
    private record Saved(Layout layout, Object object, Object base, long[] numbers, Object[] references) {}

    private final List<Saved> saved = new ArrayList<>();
    /** Arrays, and what they held. */
    private final Map<Object, Object> arrays = new IdentityHashMap<>();
    /** Objects that wait to be let go of: what they referred to. */
    private final Map<Reference<?>, Object> referents = new IdentityHashMap<>();
    private final Map<Object, Boolean> met = new IdentityHashMap<>();
    private final ArrayDeque<Object> work = new ArrayDeque<>();
    private final Set<Class<?>> classes = new HashSet<>();
    private final Names.Fixed names;
    private int roots;

    /** An image that names what it meets. */
    Image(Names.Fixed names) {
        this.names = names;
    }

    /** Adds an object, and what it reaches. {@code root}: a name of the root. */
    void add(Object object, String root) {
        meet(object);
        drain(root + " " + roots++);
    }

    /** Adds the statics of a class that is initialised, and what they reach; {@code asNew}: as they were when it was loaded, but for constants. */
    void add(Class<?> type, boolean asNew) {
        if (classes.add(type)) {
            List<Field> statics = new ArrayList<>();
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && !(asNew && Modifier.isFinal(field.getModifiers()))) {
                    statics.add(field);
                }
            }
            if (!statics.isEmpty()) {
                Saved values = new Layout(statics.toArray(new Field[0])).save(type, UNSAFE.staticFieldBase(statics.get(0)));
                if (asNew) {
                    java.util.Arrays.fill(values.numbers, 0);
                    java.util.Arrays.fill(values.references, null);
                }
                saved.add(values);
                meetAll(values.references);
            }
            drain("class " + type.getName());
        }
    }

    /** Whether it has the class's statics. */
    boolean has(Class<?> type) {
        return classes.contains(type);
    }

    private void meetAll(Object[] objects) {
        for (Object object : objects) {
            meet(object);
        }
    }

    private void meet(Object object) {
        if (object instanceof String || object instanceof Number) {
            Hashes.give(object); // a state has them
        }
        if (object == null || VALUES.contains(object.getClass()) || object instanceof Enum<?> && object.getClass().getClassLoader() == null || LAYOUTS.get(object.getClass()).isOpaque || isOfJvm(object)) {
            return;
        }
        Hashes.give(object);
        if (met.put(object, true) == null) {
            work.add(object);
        }
    }

    private void drain(String root) {
        long name = Names.text(root);
        for (int number = 0; !work.isEmpty(); number++) {
            Object object = work.poll();
            names.put(object, Names.mix(name, number));
            save(object);
        }
    }

    private void save(Object object) {
        if (object instanceof Object[]) {
            Object[] copy = ((Object[]) object).clone();
            arrays.put(object, copy);
            meetAll(copy);
        } else if (object.getClass().isArray()) {
            int length = java.lang.reflect.Array.getLength(object);
            Object copy = java.lang.reflect.Array.newInstance(object.getClass().getComponentType(), length);
            System.arraycopy(object, 0, copy, 0, length);
            arrays.put(object, copy);
        } else {
            Layout layout = LAYOUTS.get(object.getClass());
            Saved values = layout.save(object, object);
            saved.add(values);
            meetAll(values.references);
            if (layout.isReference) {
                Object referent = ((Reference<?>) object).get();
                referents.put((Reference<?>) object, referent);
                meet(referent);
            }
        }
    }

    /** Puts all back. */
    void restore() {
        saved.forEach(it -> it.layout.restore(it));
        arrays.forEach((array, copy) -> System.arraycopy(copy, 0, array, 0, java.lang.reflect.Array.getLength(array)));
        referents.forEach((reference, referent) -> {
            if (reference.get() != referent) {
                UNSAFE.putReference(reference, REFERENT, referent);
            }
        });
    }

    private static final long REFERENT = UNSAFE.objectFieldOffset(Reference.class, "referent");

    /** Threads of the JVM's own. */
    private static boolean isOfJvm(Object object) {
        return object instanceof Thread && ((Thread) object).isAlive();
    }

    /** Whether the objects are the JVM's matter: loaders, code, files and what stands outside of the heap. */
    private static boolean isOpaque(Class<?> type) {
        if (ClassLoader.class.isAssignableFrom(type) || type == Module.class || type == ThreadGroup.class || Carriers.Carrier.class == type
                || java.lang.ref.ReferenceQueue.class.isAssignableFrom(type)) {
            return true;
        }
        for (String prefix : OPAQUE) {
            if (type.getName().startsWith(prefix) && type.getClassLoader() == null) {
                return true;
            }
        }
        return false;
    }
}
