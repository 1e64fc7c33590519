package jcp.runtime.program;

import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.Lookups;
import jcp.runtime.report.Problem;

/** The application's classes that are initialised, and their static fields that are to be captured. */
public final class Statics {
    /** A static field with its place. */
    public static final class Field {
        public final Class<?> type;
        public final String name;
        public final String descriptor;
        public final Object base;
        public final long offset;

        public Field(ClassFields field) {
            this(field.owner, field.name, field.descriptor, field.base(null), field.offset);
        }

        private Field(Class<?> type, String name, String descriptor, Object base, long offset) {
            this.type = type;
            this.name = name;
            this.descriptor = descriptor;
            this.base = base;
            this.offset = offset;
        }

        public boolean isReference() {
            return isReference(descriptor);
        }

        public static boolean isReference(String descriptor) {
            return descriptor.length() > 1;
        }

        /** The value of a primitive, as bits. */
        public long bits() {
            switch (descriptor.charAt(0)) {
                case 'J': case 'D': return Access.U.getLong(base, offset);
                case 'I': case 'F': return Access.U.getInt(base, offset);
                case 'S': case 'C': return Access.U.getShort(base, offset);
                default: return Access.U.getByte(base, offset);
            }
        }

        public void setBits(long bits) {
            switch (descriptor.charAt(0)) {
                case 'J': case 'D': Access.U.putLong(base, offset, bits); break;
                case 'I': case 'F': Access.U.putInt(base, offset, (int) bits); break;
                case 'S': case 'C': Access.U.putShort(base, offset, (short) bits); break;
                default: Access.U.putByte(base, offset, (byte) bits);
            }
        }
    }

    private static final String FAILURE = "failed ";
    /** Between a class and a thread: no name of a class has it (JVMS 4.2.1). */
    private static final char IN_THREAD = ';';
    /** The classes whose initialisers ended by throwing, each with the name of the thread, and what they threw. */
    private static final Map<String, Throwable> FAILED = new java.util.concurrent.ConcurrentHashMap<>();

    /** While restoring: the class whose initialiser is to fail, and how ({@link #fail}). */
    public static String failing;
    public static Throwable failure;

    private Statics() {}

    /** Is told of objects, each with its kind. */
    public interface Found {
        void add(String kind, Object object);
    }

    /** The JVM keeps the name of the thread, that of a virtual one's carrier, for the text of later errors. */
    public static void noteFailed(String type, Throwable thrown) {
        Object thread = Thread.currentThread();
        if (thread.getClass().getName().equals("java.lang.VirtualThread")) {
            thread = Access.getField(thread, thread.getClass(), "carrierThread");
        }
        FAILED.put(type + IN_THREAD + ((Thread) thread).getName(), thrown);
    }

    /** Tells of the classes whose initialisers failed: later uses throw an error with the exception's text. */
    public static void failed(Found found) {
        for (Map.Entry<String, Throwable> each : new java.util.TreeMap<>(FAILED).entrySet()) {
            found.add(FAILURE + each.getKey(), each.getValue());
        }
    }

    public static boolean concerns(String kind) {
        return kind.startsWith(FAILURE);
    }

    /** Has the initialiser of a class fail as it has before: its guard asks. This thread has the name of the one in which it failed meanwhile. */
    public static void fail(String kind, Throwable thrown) {
        int end = kind.indexOf(IN_THREAD);
        String type = kind.substring(FAILURE.length(), end);
        Thread thread = Thread.currentThread();
        String name = thread.getName();
        Access.setField(thread, Thread.class, "name", kind.substring(end + 1));
        failing = type.replace('.', '/');
        failure = thrown;
        try {
            Class.forName(type, true, Access.APPLICATION);
        } catch (Throwable e) {
            return; // as it is to be
        } finally {
            Access.setField(thread, Thread.class, "name", name);
            failing = null;
            failure = null;
        }
    }

    /** The field with this name and type: other fields may have the same name (JVMS 4.5); null if there is none. */
    public static Field find(Class<?> owner, String name, String descriptor) {
        try {
            for (ClassFields field : ClassFields.of(owner)) {
                if (field.name.equals(name) && field.descriptor.equals(descriptor)) {
                    return new Field(field);
                }
            }
            return null;
        } catch (LinkageError e) {
            return alone(owner, name, descriptor);
        }
    }

    /** Classes that were used, of which jcp knows nothing. */
    public static void check(Plan plan, List<Problem> problems) {
        for (Class<?> type : plan.unread.isEmpty() ? List.<Class<?>>of() : initialized()) {
            if (plan.unread.contains(type.getName())) {
                problems.add(new Problem(type.getName(), "it is used before the checkpoint, and jcp could not read its class file, so that"
                        + " jcp does not know which fields it changed", "compile the class with another compiler, and instrument again"));
            }
        }
    }

    /**
     * The classes of the application that are initialised, or whose initialisers run on this thread, above a root below main; lambda
     * classes, the runtime's own and the surroundings are left out.
     */
    public static List<Class<?>> initialized() {
        List<Class<?>> found = new ArrayList<>();
        List<String> running = new ArrayList<>();
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if (frame.getMethodName().equals("<clinit>")) {
                running.add(frame.getClassName());
            }
        }
        for (Class<?> type : loaded()) {
            if (!type.isHidden() && !type.getName().startsWith("jcp.runtime.") && !Surroundings.has(type)
                    && (Access.isInitialized(type) || running.contains(type.getName()))) {
                found.add(type);
            }
        }
        return found;
    }

    /** The classes that the application's loader has made. */
    static List<Class<?>> loaded() {
        List<Class<?>> found = new ArrayList<>();
        for (Object each : new ArrayList<>((java.util.Collection<?>) Access.getField(Access.APPLICATION, ClassLoader.class, "classes"))) {
            found.add((Class<?>) each);
        }
        return found;
    }

    /** {@code wanted}: names and descriptors; null: all. */
    private static void add(Class<?> type, Plan plan, List<String> wanted, List<Field> fields) {
        try {
            for (ClassFields field : ClassFields.of(type)) {
                if (field.isStatic() && !Surroundings.added(field, plan)
                        && (wanted == null || wanted.contains(field.name + ":" + field.descriptor))) {
                    fields.add(new Field(field));
                }
            }
        } catch (LinkageError e) { // the class of some field is missing, which fails only the program that needs it
            if (wanted == null) {
                throw e;
            }
            for (String each : wanted) {
                int end = each.lastIndexOf(':');
                Field field = alone(type, each.substring(0, end), each.substring(end + 1));
                if (field != null) {
                    fields.add(field);
                }
            }
        }
    }

    /** A static field of a class whose fields cannot be listed; null if its own type is missing: it has never had a value then. */
    private static Field alone(Class<?> type, String name, String descriptor) {
        Class<?> of;
        try {
            of = MethodType.fromMethodDescriptorString("()" + descriptor, type.getClassLoader()).returnType();
        } catch (TypeNotPresentException | LinkageError e) {
            return null;
        }
        try {
            VarHandle handle = Lookups.in(type).findStaticVarHandle(type, name, of);
            Class<?> in = handle.getClass();
            while (!Access.hasField(in, "fieldOffset")) {
                in = in.getSuperclass();
            }
            return new Field(type, name, descriptor, Access.getField(handle, in, "base"), (long) Access.getField(handle, in, "fieldOffset"));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("there is no static field " + type.getName() + "." + name + ":" + descriptor, e);
        }
    }

    private static void add(Map<String, List<String>> planned, String type, String field) {
        if (!planned.containsKey(type)) {
            planned.put(type, new ArrayList<>());
        }
        planned.get(type).add(field);
    }

    /**
     * The fields to capture: those of the plan, all of enums, whose constants are found through them, all of classes defined at run time, and those that
     * changed code names.
     */
    public static List<Field> of(Plan plan, List<Class<?>> initialized) {
        Map<String, List<String>> planned = new HashMap<>();
        for (Plan.Static field : plan.statics) {
            add(planned, field.type.replace('/', '.'), field.name + ":" + field.descriptor);
        }
        for (Field field : DefinedClasses.named(AgentState.fields())) {
            add(planned, field.type.getName(), field.name + ":" + field.descriptor);
        }
        List<Field> fields = new ArrayList<>();
        for (Class<?> type : DefinedClasses.elsewhere()) {
            add(type, plan, null, fields);
        }
        for (Class<?> type : initialized) {
            List<String> wanted = planned.get(type.getName());
            boolean isTool = type.isEnum() && JdkClasses.isInImage(type); // the replay has its own, and no object of them is captured
            boolean all = type.isEnum() && !isTool || plan.below || DefinedClasses.isDefined(type); // code above the root may read any of them
            if (wanted == null && !all || Access.isProxy(type)) { // a proxy's class is made again, with its fields
                continue;
            }
            add(type, plan, all ? null : wanted, fields);
        }
        return fields;
    }
}
