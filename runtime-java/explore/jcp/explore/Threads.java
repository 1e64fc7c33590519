package jcp.explore;

import java.util.concurrent.TimeUnit;

/**
 * What the program does with threads, in place of {@link Thread}'s own methods.
 */
public final class Threads {
    private Threads() {}

    interface Body {
        void run() throws Throwable;
    }

    /** Runs what a task is for; what nobody catches is told. */
    static void run(Task task, Body body) {
        try {
            body.run();
        } catch (Abort over) {
            throw over;
        } catch (Throwable error) {
            uncaught(task, error);
        }
        task.run.end(task);
    }

    private static void uncaught(Task task, Throwable error) {
        Thread.UncaughtExceptionHandler own = task.thread.getUncaughtExceptionHandler();
        if (own != null && own != task.thread.getThreadGroup()) {
            own.uncaughtException(task.thread, error);
        } else if (Thread.getDefaultUncaughtExceptionHandler() != null) {
            Thread.getDefaultUncaughtExceptionHandler().uncaughtException(task.thread, error);
        } else {
            // a step of its own: whether a step ends the execution must not depend on what it reads
            task.run.point(task, Op.always("throw " + error.getClass().getSimpleName(), new Effects()));
            task.run.failures.uncaught(task, error);
        }
    }

    /** {@code thread.start()}. */
    public static void start(Thread thread) {
        Task self = Hooks.task();
        Run run = self.run;
        if (run.taskOf(thread) != null) {
            throw new IllegalThreadStateException();
        }
        Runnable body = run.bodies.getOrDefault(thread, thread);
        Object target = body == thread ? Futures.target(thread) : body;
        begin(run, self, thread, target == null ? body::run : () -> {
            Futures.completed(run, target);
            body.run();
            Futures.completed(run, target);
        });
    }

    static Task begin(Run run, Task self, Thread thread, Body body) {
        Task task = run.add(thread, self);
        run.effects().free(Run.beginning(task));
        run.start(task, () -> run(task, body));
        return task;
    }

    /** {@code Thread.currentThread()}. */
    public static Thread currentThread() {
        Thread thread = Thread.currentThread();
        if (!(thread instanceof Carriers.Carrier)) {
            return thread;
        }
        Task self = Hooks.task();
        Initialisers.ask(self);
        return self.thread;
    }

    /** {@code thread.join()}. */
    public static void join(Thread thread) throws InterruptedException {
        join(thread, 0);
    }

    /** {@code thread.join(millis)}. */
    public static void join(Thread thread, long millis) throws InterruptedException {
        Task self = Hooks.task();
        Run run = self.run;
        Task other = run.taskOf(thread);
        if (other == null) {
            return; // not started
        }
        interruptible(self);
        Op op = new Op("join " + other.name(), Effects.reading(Run.ending(other)), () -> other.ended || self.interrupted);
        run.point(self, op.timed(millis > 0).heldBy(() -> other));
        interruptible(self);
        learn(self, other);
    }

    /** All that an ended task did is behind. */
    private static void learn(Task self, Task other) {
        if (other.ended) {
            self.clock.join(other.clock);
            self.time = Math.max(self.time, other.time);
            self.initialised.or(other.initialised);
        }
    }

    /** {@code thread.join(millis, nanos)}. */
    public static void join(Thread thread, long millis, int nanos) throws InterruptedException {
        join(thread, Math.max(millis, nanos > 0 ? 1 : 0));
    }

    /** {@code thread.isAlive()}. */
    public static boolean isAlive(Thread thread) {
        Task self = Hooks.task();
        Task other = self.run.taskOf(thread);
        if (other == null) {
            return false;
        }
        self.run.point(self, Op.always("isAlive " + other.name(), Effects.reading(Run.ending(other))));
        learn(self, other);
        return !other.ended;
    }

    /** {@code thread.getState()}. */
    public static Thread.State getState(Thread thread) {
        Task self = Hooks.task();
        Task other = self.run.taskOf(thread);
        if (other == null) {
            return Thread.State.NEW;
        }
        if (other != self) {
            self.run.unsupported("Thread.getState of another thread depends on more than jcp orders");
        }
        return Thread.State.RUNNABLE;
    }

    /** {@code thread.interrupt()}. */
    public static void interrupt(Thread thread) {
        Task self = Hooks.task();
        Task other = self.run.taskOf(thread);
        if (other == null) {
            return;
        }
        self.run.point(self, Op.always("interrupt " + other.name(), Effects.writing(flag(other))));
        other.interrupted = true;
    }

    static long flag(Task task) {
        return Names.mix(task.path, 7);
    }

    /** {@code Thread.interrupted()}. */
    public static boolean interrupted() {
        Task self = Hooks.task();
        self.run.point(self, Op.always("interrupted", Effects.writing(flag(self))));
        boolean was = self.interrupted;
        self.interrupted = false;
        return was;
    }

    /** {@code thread.isInterrupted()}. */
    public static boolean isInterrupted(Thread thread) {
        Task self = Hooks.task();
        Task other = self.run.taskOf(thread);
        if (other == null) {
            return false;
        }
        self.run.point(self, Op.always("isInterrupted " + other.name(), Effects.reading(flag(other))));
        return other.interrupted;
    }

    /** Before and behind a call that an interrupt ends. */
    static void interruptible(Task self) throws InterruptedException {
        self.run.effects().read(flag(self));
        if (self.interrupted) {
            self.interrupted = false;
            self.run.effects().write(flag(self));
            throw new InterruptedException();
        }
    }

    /** {@code Thread.sleep(millis)}: other threads may do anything meanwhile, as they may at any time. */
    public static void sleep(long millis) throws InterruptedException {
        slept(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** {@code Thread.sleep(millis, nanos)}. */
    public static void sleep(long millis, int nanos) throws InterruptedException {
        slept(TimeUnit.MILLISECONDS.toNanos(millis) + nanos);
    }

    /** {@code Thread.sleep(duration)}. */
    public static void sleep(java.time.Duration duration) throws InterruptedException {
        slept(TimeUnit.NANOSECONDS.convert(duration));
    }

    /** {@code unit.sleep(timeout)}. */
    public static void sleep(TimeUnit unit, long timeout) throws InterruptedException {
        slept(unit.toNanos(timeout));
    }

    private static void slept(long nanos) throws InterruptedException {
        Task self = Hooks.task();
        interruptible(self);
        Times.pass(self, nanos);
    }

    /** {@code Thread.yield()}. */
    public static void yield() {
        Hooks.task();
    }

    /** {@code Thread.onSpinWait()}. */
    public static void onSpinWait() {
        Hooks.task();
    }

    /** {@code LockSupport.park()}. */
    public static void park() {
        park(false);
    }

    /** {@code LockSupport.park(blocker)}. */
    public static void park(Object blocker) {
        park(false);
    }

    /** {@code LockSupport.parkNanos(nanos)}. */
    public static void parkNanos(long nanos) {
        park(true);
    }

    /** {@code LockSupport.parkNanos(blocker, nanos)}. */
    public static void parkNanos(Object blocker, long nanos) {
        park(true);
    }

    private static void park(boolean isTimed) {
        Task self = Hooks.task();
        Effects effects = Effects.writing(permit(self));
        effects.read(flag(self));
        self.run.point(self, new Op("park", effects, () -> self.permit || self.interrupted).waking(isTimed, null));
        self.permit = false;
    }

    /** {@code LockSupport.unpark(thread)}. */
    public static void unpark(Thread thread) {
        Task self = Hooks.task();
        Task other = thread == null ? null : self.run.taskOf(thread);
        if (other == null) {
            return;
        }
        self.run.point(self, Op.always("unpark " + other.name(), Effects.writing(permit(other))));
        other.permit = true;
    }

    private static long permit(Task task) {
        return Names.mix(task.path, 11);
    }

    /** {@code System.exit(status)}. */
    public static void exit(int status) {
        Task self = Hooks.task();
        self.run.point(self, Op.always("exit", new Effects()));
        self.run.failures.exit(status);
        self.run.stop(self);
    }

    /** {@code runtime.exit(status)}. */
    public static void exit(Runtime runtime, int status) {
        exit(status);
    }

    /** {@code runtime.halt(status)}. */
    public static void halt(Runtime runtime, int status) {
        exit(status);
    }
}
