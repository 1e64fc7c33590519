package jcp.explore;

import java.lang.constant.ClassDesc;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
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
        boolean isUnknown = location < 0;
        if (isUnknown) {
            location = (int) Names.text(name) | Integer.MIN_VALUE; // no instruction accesses it, but other handles may
        }
        boolean isStatic = handle instanceof VarHandle && ((VarHandle) handle).coordinateTypes().isEmpty()
                || handle instanceof Field && Modifier.isStatic(((Field) handle).getModifiers());
        Object object = isStatic || owner == null ? Hooks.class : owner;
        if (isStatic) {
            Hooks.use(task, Explorer.classOf(name));
        }
        long where = run.names.of(object, Hooks.part(location, isElement ? index : 0));
        if (!isUnknown) {
            Hooks.share(task, where, location, isWrite);
        }
        run.point(task, Op.always(text + " " + name, isWrite ? Effects.writing(where) : Effects.reading(where)));
    }

    /** Before {@code java.lang.reflect.Array} accesses an element. */
    public static void reflected(Object array, int index, String text, boolean isWrite) {
        if (array != null && array.getClass().isArray()) {
            if (isWrite) {
                Hooks.writeElement(array, index, Hooks.elementsOf(array));
            } else {
                Hooks.readElement(array, index, Hooks.elementsOf(array));
            }
        }
    }

    /** Before a method is called by reflection. Those of the program have hooks of their own; what the JDK's do by which threads communicate is not known. */
    public static void invoked(Object method, Object receiver, String text, boolean isWrite) {
        Class<?> type = method == null ? null : ((Method) method).getDeclaringClass();
        if (type != null && Modifier.isStatic(((Method) method).getModifiers())) {
            Hooks.use(Hooks.task(), type.getName());
        }
        if (type == null || type.getClassLoader() instanceof Program.ProgramLoader) {
            return;
        }
        String name = ((Method) method).getName();
        boolean isOfThreads = type.getName().startsWith("java.util.concurrent.") || type == Thread.class
                || type == Object.class && (name.equals("wait") || name.startsWith("notify"));
        if (isOfThreads) {
            Hooks.refuse("a call of " + type.getName() + "." + name + " by reflection, which jcp does not order; call it without");
        }
        argument(receiver, text + " " + name, isWrite);
    }

    /** Before a static method reads or writes the elements of an array, or a collection. */
    public static void argument(Object argument, String text, boolean isWrite) {
        if (argument == null || Kinds.isHarmless(argument) && !Hooks.task().run.views.containsKey(argument)) {
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
            run.point(task, Op.plain(text, effects));
        }
    }

    /** {@code Class.field}, as locations are named; empty if it is not known. */
    private static synchronized String nameOf(Object handle) {
        return NAMES.computeIfAbsent(handle, it -> it instanceof VarHandle ? ofHandle((VarHandle) it) : it instanceof Field ? ofField((Field) it) : ofUpdater(it));
    }

    private static String ofField(Field field) {
        return field.getDeclaringClass().getName() + "." + field.getName();
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
        Unsafe unsafe = Unsafe.getUnsafe();
        Class<?> type = (Class<?>) value(updater, "tclass");
        long offset = (long) value(updater, "offset");
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && unsafe.objectFieldOffset(field) == offset) {
                return ofField(field);
            }
        }
        return "";
    }

    private static Object value(Object object, String name) {
        return value(object.getClass(), object, name);
    }

    /** The value of a field of the JDK's. */
    static Object value(Class<?> type, Object object, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(object);
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }
}
