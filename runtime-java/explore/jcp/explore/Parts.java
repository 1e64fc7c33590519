package jcp.explore;

import java.lang.constant.ClassDesc;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.WeakHashMap;
import jdk.internal.misc.Unsafe;

/**
 * Accesses to parts of objects by calls: elements of atomic arrays, fields by handles, what static methods do with arrays and collections.
 *
 * <p>A field is the same place, whether an instruction or a handle accesses it: {@link Hooks} has the numbers.
 */
public final class Parts {
    private static final int COLLECTION = 8;
    private static final Map<Object, String> NAMES = new WeakHashMap<>();

    private Parts() {}

    /** Before an element of an atomic array is accessed. */
    public static void element(Object array, int index, String text, boolean isWrite) {
        Task task = Hooks.task();
        if (array != null) {
            long where = task.run.names.of(array, -100L - index);
            task.run.point(task, Op.always(text, isWrite ? Effects.writing(where) : Effects.reading(where)));
        }
    }

    /** Before a field or element is accessed by a handle. */
    public static void field(Object handle, Object owner, int index, String text, boolean isWrite) {
        Task task = Hooks.task();
        if (handle == null) {
            return;
        }
        Run run = task.run;
        String name = nameOf(handle);
        if (name.isEmpty()) {
            run.unsupported("the field of a handle is not known, in " + text);
        }
        boolean isElement = owner != null && owner.getClass().isArray();
        int location = isElement ? Hooks.elementsOf(owner) : run.locationOf(name);
        if (location < 0) {
            return; // no instruction accesses it, and no other class has such a handle
        }
        boolean isStatic = handle instanceof VarHandle && ((VarHandle) handle).coordinateTypes().isEmpty();
        Object object = isStatic || owner == null ? Hooks.class : owner;
        long where = run.names.of(object, Hooks.part(location, isElement ? index : 0));
        Hooks.share(task, where, location, isWrite);
        run.point(task, Op.always(text + " " + name, isWrite ? Effects.writing(where) : Effects.reading(where)));
    }

    /** Before a static method reads or writes the elements of an array, or a collection. */
    public static void argument(Object argument, String text, boolean isWrite) {
        if (argument == null) {
            return;
        }
        if (!argument.getClass().isArray()) {
            Hooks.call(argument, text, COLLECTION, isWrite);
            Hooks.returned(argument);
            return;
        }
        elements(argument, 0, Array.getLength(argument), text, isWrite);
    }

    /** {@code System.arraycopy}. */
    public static void arraycopy(Object from, int start, Object to, int begin, int count) {
        if (from != null && to != null && from.getClass().isArray() && to.getClass().isArray() && start >= 0 && begin >= 0 && count >= 0) {
            elements(from, start, Math.min(count, Array.getLength(from) - start), "arraycopy", false);
            elements(to, begin, Math.min(count, Array.getLength(to) - begin), "arraycopy", true);
        }
        System.arraycopy(from, start, to, begin, count);
    }

    private static void elements(Object array, int from, int count, String text, boolean isWrite) {
        Task task = Hooks.task();
        Run run = task.run;
        if (run.tasks.size() <= 1) {
            return;
        }
        int location = Hooks.elementsOf(array);
        Effects effects = null;
        for (int index = from; index < from + count; index++) {
            long where = run.names.of(array, Hooks.part(location, index));
            if (run.isPoint(where)) {
                effects = effects == null ? new Effects() : effects;
                if (isWrite) {
                    effects.write(where);
                } else {
                    effects.read(where);
                }
            } else {
                Hooks.share(task, where, location, isWrite);
            }
        }
        if (effects != null) {
            run.point(task, Op.always(text, effects));
        }
    }

    /** {@code Class.field}, as locations are named; empty if it is not known. */
    private static synchronized String nameOf(Object handle) {
        return NAMES.computeIfAbsent(handle, it -> it instanceof VarHandle ? ofHandle((VarHandle) it) : ofUpdater(it));
    }

    /** Its description has the field's name, and its class first. */
    private static String ofHandle(VarHandle handle) {
        if (handle.coordinateTypes().size() == 2) {
            return "element";
        }
        VarHandle.VarHandleDesc description = handle.describeConstable().orElse(null);
        if (description == null || !(description.bootstrapArgs()[0] instanceof ClassDesc)) {
            return "";
        }
        String type = ((ClassDesc) description.bootstrapArgs()[0]).descriptorString();
        return type.substring(1, type.length() - 1).replace('/', '.') + "." + description.constantName();
    }

    /** The field of the class at the updater's offset. */
    private static String ofUpdater(Object updater) {
        try {
            Unsafe unsafe = Unsafe.getUnsafe();
            Class<?> type = (Class<?>) value(updater, "tclass");
            long offset = (long) value(updater, "offset");
            for (Field field : type.getDeclaredFields()) {
                if (!java.lang.reflect.Modifier.isStatic(field.getModifiers()) && unsafe.objectFieldOffset(field) == offset) {
                    return type.getName() + "." + field.getName();
                }
            }
        } catch (ReflectiveOperationException unknown) {
            // told as not known
        }
        return "";
    }

    private static Object value(Object object, String name) throws ReflectiveOperationException {
        Field field = object.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
    }
}
