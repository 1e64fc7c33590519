package jcp.explore;

/**
 * What rewritten code calls before it accesses what threads may share.
 *
 * <p>An access to a plain field or an element is a point only if threads were found to share its place ({@link Sharing}); one to a volatile field always is.
 */
public final class Hooks {
    private static final String MONITOR = "synchronized ";

    private Hooks() {}

    /** The task that calls. A thread that is none cannot be ordered by a schedule. */
    static Task task() {
        Thread thread = Thread.currentThread();
        Task task = thread instanceof Carriers.Carrier ? ((Carriers.Carrier) thread).task() : null;
        if (task == null || task.run.isOver()) {
            if (!(thread instanceof Carriers.Carrier)) {
                Explorer.uncontrolled(thread);
            }
            throw new Abort();
        }
        task.run.sound();
        return task;
    }

    /** Whether a finalizer runs because the JVM found an object unreachable. It need not, so it does nothing then. */
    public static boolean isCollected() {
        Thread thread = Thread.currentThread();
        return !(thread instanceof Carriers.Carrier) && thread.getName().equals("Finalizer");
    }

    /** Before a call that is refused, or in the place of code that is. */
    public static void refuse(String why) {
        task().run.unsupported(why);
    }

    /** Before a plain field is read. */
    public static void read(Object object, int field) {
        access(object, field, 0, false);
    }

    /** Before a plain field is written. */
    public static void write(Object object, int field) {
        access(object, field, 0, true);
    }

    /** Before a static is read. */
    public static void readStatic(int field) {
        access(Hooks.class, field, 0, false);
    }

    /** Before a static is written. */
    public static void writeStatic(int field) {
        access(Hooks.class, field, 0, true);
    }

    /** Before an element is read. */
    public static void readElement(Object array, int index, int type) {
        access(array, type, index, false);
    }

    /** Before an element is written. */
    public static void writeElement(Object array, int index, int type) {
        access(array, type, index, true);
    }

    private static void access(Object object, int location, int index, boolean isWrite) {
        Task task = task();
        if (object != null && !Initial.isUnseen(task)) { // else the access itself throws
            access(task, task.run.names.of(object, part(location, index)), location, isWrite);
        }
    }

    private static void access(Task task, long where, int location, boolean isWrite) {
        try {
            accessed(task, where, location, isWrite);
        } catch (StackOverflowError error) {
            task.run.broken();
            throw error;
        }
    }

    private static void accessed(Task task, long where, int location, boolean isWrite) {
        Run run = task.run;
        Initialisers.access(task, where);
        if (run.isPoint(where)) {
            run.point(task, Op.plain(run.text(isWrite, location), isWrite ? Effects.writing(where) : Effects.reading(where)));
        } else if (run.setUp() != null && run.isBefore(where, isWrite)) {
            return; // only the main thread runs
        } else if (run.tasks.size() > 1 && run.sharing().races(task, where, isWrite)) {
            run.race(where, location);
        }
    }

    /** An access that is a point of its own concerns plain ones to the same place. */
    static void share(Task task, long where, int location, boolean isWrite) {
        Run run = task.run;
        Initialisers.access(task, where);
        if (run.tasks.size() > 1 && !run.isSettingUp() && !run.isPoint(where) && run.sharing().races(task, where, isWrite)) {
            run.race(where, location);
        }
    }

    /** The location of an array's elements: as the instructions that load them are numbered. */
    static int elementsOf(Object array) {
        Class<?> type = array.getClass().getComponentType();
        return type == int.class ? 0 : type == long.class ? 1 : type == float.class ? 2 : type == double.class ? 3
                : !type.isPrimitive() ? 4 : type == byte.class || type == boolean.class ? 5 : type == char.class ? 6 : 7;
    }

    static long part(int location, int index) {
        return (long) location << 32 | index;
    }

    /** Before a volatile field is read. */
    public static void readVolatile(Object object, int field) {
        volatileAccess(object, field, false);
    }

    /** Before a volatile field is written. */
    public static void writeVolatile(Object object, int field) {
        volatileAccess(object, field, true);
    }

    /** Before a volatile static is read. */
    public static void readVolatileStatic(int field) {
        volatileAccess(Hooks.class, field, false);
    }

    /** Before a volatile static is written. */
    public static void writeVolatileStatic(int field) {
        volatileAccess(Hooks.class, field, true);
    }

    /** Before what may initialise a class whose initialiser others may see, by the class's number. */
    public static void use(int number) {
        Task task = task();
        use(task, task.run.initialisers().of(number));
    }

    /** The same where the JDK uses a class. */
    static void use(Task task, String name) {
        Initialisers.Used used = task.run.initialisers().of(name);
        if (used != null) {
            use(task, used);
        }
    }

    private static void use(Task task, Initialisers.Used used) {
        Run run = task.run;
        if (run.names.early != null && Initialisers.closes(task, used)) {
            run.names.early.closed(run, used.name());
        }
        if (run.tasks.size() == 1 || run.isSettingUp()) {
            return; // nobody else could be the first one
        }
        Effects reads;
        try {
            reads = Initialisers.use(task, used);
        } catch (StackOverflowError error) {
            run.broken();
            throw error;
        }
        if (reads != null) {
            run.point(task, Op.always("use " + used.name(), reads));
            // in the step that begins here: the instruction may have points of its own before it
            run.initialise(used.name());
        }
    }

    /** Before a value of a thread's own is read or written. */
    public static void ofThread() {
        Initialisers.ask(task());
    }

    private static void volatileAccess(Object object, int field, boolean isWrite) {
        Task task = task();
        if (object == null || Initial.isUnseen(task)) {
            return;
        }
        Run run = task.run;
        long part = (long) field << 32;
        long where = run.names.of(object, part);
        run.point(task, Op.always(run.text(isWrite, field), isWrite ? Effects.writing(where) : Effects.reading(where)));
    }

    /** An object was made. */
    public static void created(Object object) {
        Task task = task();
        try {
            Run run = task.run;
            Initial.Initialiser by = task.initialiser();
            if (by != null && !run.isSettingUp()) {
                by.makes(object);
                if (!run.initial().made(object, by, run.names)) {
                    run.names.made(object, by);
                }
            } else if (!run.initial().made(object, by, run.names)) {
                run.names.made(object, task);
            }
        } catch (StackOverflowError error) {
            task.run.broken();
            throw error;
        }
    }

    /** Before a monitor is entered. */
    public static void enter(Object monitor) {
        Task task = task();
        if (monitor == null) {
            return;
        }
        Run run = task.run;
        run.point(task, entering(run, task, monitor, MONITOR + run.shown(monitor)));
        entered(run, task, monitor);
    }

    /** Entering a monitor or a lock. */
    static Op entering(Run run, Task task, Object monitor, String text) {
        Effects effects = Effects.writing(run.names.of(monitor, -1));
        return new Op(text, effects, () -> run.monitors.isFreeFor(task, monitor)).heldBy(() -> run.monitors.owner(monitor));
    }

    static void entered(Run run, Task task, Object monitor) {
        run.monitors.enter(task, monitor);
        task.hold(run.names.of(monitor, -1));
    }

    /** Before a monitor is left. */
    public static void exit(Object monitor) {
        Thread thread = Thread.currentThread();
        if (thread instanceof Carriers.Carrier && ((Carriers.Carrier) thread).task() != null && ((Carriers.Carrier) thread).task().run.isOver()) {
            return; // an exception here would come back here: the handler that leaves a monitor covers itself
        }
        Task task = task();
        if (monitor != null) {
            left(task.run, task, monitor);
        }
    }

    static void left(Run run, Task task, Object monitor) {
        freed(run, run.names.of(monitor, -1), run.monitors.count(monitor) == 1);
        run.monitors.exit(monitor);
        task.drop(run.names.of(monitor, -1));
    }

    /** A lock is left, for the last time or not. If this step has taken it, others could have taken it before the step. */
    static void freed(Run run, long where, boolean isLast) {
        if (isLast && !run.effects().writes(where)) {
            run.effects().free(where);
        } else {
            run.effects().write(where);
        }
    }

    /** Before a call of the JDK. On an object made for threads it counts as one step; the content of others may race, as a field may. */
    public static void call(Object receiver, String text, int location, boolean isWrite) {
        Task task = task();
        Run run = task.run;
        if (receiver == null) {
            return; // the call itself throws
        }
        Object root = run.views.getOrDefault(receiver, receiver);
        if (Kinds.isForThreads(root)) {
            long where = run.names.of(root, -2);
            Effects effects = isWrite ? Effects.writing(where) : Effects.reading(where);
            run.point(task, new Op(text, effects, () -> run.monitors.isFreeFor(task, root)).heldBy(() -> run.monitors.owner(root)));
            task.inside++;
            Object backing = run.backing.get(root);
            if (backing != null) {
                task.hold(run.names.of(root, -1));
                call(backing, text, location, isWrite);
                returned(backing);
                task.drop(run.names.of(root, -1));
            }
        } else if (root.getClass().isArray()) {
            Parts.argument(root, text, isWrite);
        } else if (!Kinds.isHarmless(root)) {
            use(task, root, text, location, isWrite);
        }
    }

    /**
     * A call on an object that is not made for threads. If threads share it, the call has a beginning and an end, so that one may be made while another is: by
     * the object's contract that is a fault.
     */
    private static void use(Task task, Object object, String text, int location, boolean isWrite) {
        Run run = task.run;
        // one place, whatever the call names the object
        long where = run.names.of(object, -4);
        access(task, where, location, isWrite);
        if (!run.isPoint(where)) {
            return;
        }
        for (Use other : run.uses) {
            if (other.object == object && (other.isWrite || isWrite)) {
                run.fail(task, new SimultaneousUse(text + " while thread \"" + other.task.name() + "\" is in " + other.text));
            }
        }
        if (task.inside > 0) {
            return; // no end of its own
        }
        Use use = new Use(task, object, text, isWrite);
        run.uses.add(use);
        access(task, where, location, isWrite);
        run.uses.remove(use);
    }

    /** At the start of a class initialiser: the JVM lets no other thread into the class meanwhile, so it counts as one step. */
    public static void initialising() {
        Task task = task();
        task.inside++;
        if (task.run.setUp() != null) {
            Class<?> type = Frames.walk(frames -> frames.findFirst().orElseThrow().getDeclaringClass());
            task.run.setUp().begins(type);
            if (task.run.names.early != null) {
                task.run.names.early.begins(type);
            }
        }
        Initial.Initialiser initialiser = task.run.initial().begin();
        task.initialisers.add(initialiser);
        Initialisers.begin(task, initialiser);
    }

    /** At its end, also if it throws. */
    public static void initialised() {
        Task task = task();
        task.inside--;
        try {
            Initial.Initialiser initialiser = task.initialisers.remove(task.initialisers.size() - 1);
            Initialisers.end(task, initialiser);
            task.run.initial().end(initialiser);
        } catch (StackOverflowError error) {
            task.run.broken();
            throw error;
        } catch (RuntimeException | LinkageError error) {
            Explorer.defect(error);
        }
    }

    /** A call under way. */
    record Use(Task task, Object object, String text, boolean isWrite) {}

    /** Behind points of its arguments: the step that makes the call is one of the receiver, too. */
    public static void again(Object receiver, boolean isWrite) {
        Task task = task();
        if (receiver == null) {
            return;
        }
        Run run = task.run;
        Object root = run.views.getOrDefault(receiver, receiver);
        boolean isForThreads = Kinds.isForThreads(root);
        long where = run.names.of(root, isForThreads ? -2 : -4);
        if (isForThreads || run.isPoint(where)) {
            run.effects().add(isWrite ? Effects.writing(where) : Effects.reading(where));
        }
    }

    /** A call's result locks itself around calls on the other object. */
    public static void backed(Object result, Object other) {
        if (result != null && other != null) {
            Run run = task().run;
            run.backing.put(result, run.views.getOrDefault(other, other));
        }
    }

    /** A call's result is a view of its receiver: calls on it are calls on the receiver. */
    public static void view(Object result, Object receiver) {
        if (result != null && receiver != null) {
            Run run = task().run;
            if (run.isSettingUp()) {
                Hashes.give(result); // there may be many
            }
            run.views.put(result, run.views.getOrDefault(receiver, receiver));
        }
    }

    /** Behind a call, also if it throws. */
    public static void returned(Object receiver) {
        Task task = task();
        if (receiver == null) {
            return;
        }
        Object root = task.run.views.getOrDefault(receiver, receiver);
        if (Kinds.isForThreads(root)) {
            task.inside--;
        }
    }
}
