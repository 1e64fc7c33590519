package jcp.explore;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Date;
import java.util.Timer;
import java.util.TimerTask;
import jdk.internal.misc.Unsafe;

/**
 * A timer in place of the JDK's: its thread is a task like any other thread, and {@link Delays} has what it waits for. An idle one is no deadlock.
 */
public final class Timers extends Timer implements Modelled {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long STATE = UNSAFE.objectFieldOffset(TimerTask.class, "state");
    /** States as the JDK numbers them. */
    private static final int SCHEDULED = 1;
    private static final int EXECUTED = 2;
    private static final int CANCELLED = 3;

    /** A task, and when it is to run again: above zero at this rate, below with this delay; zero: never. */
    private static final class Timed implements Modelled {
        final TimerTask task;
        final long period;

        Timed(TimerTask task, long period) {
            this.task = task;
            this.period = period;
        }
    }

    private final Delays delays = new Delays();
    private boolean isCancelled;

    /** As in the JDK. */
    public Timers() {
        this(false);
    }

    /** As in the JDK. */
    public Timers(boolean isDaemon) {
        this(name(), isDaemon);
    }

    /** As in the JDK. */
    public Timers(String name) {
        this(name, false);
    }

    /** As in the JDK. */
    public Timers(String name, boolean isDaemon) {
        super("jcp", true);
        super.cancel(); // the JDK's thread ends
        for (Field field : Timer.class.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                UNSAFE.putReference(this, UNSAFE.objectFieldOffset(field), null); // no part of the state
            }
        }
        Hooks.created(this);
        Task self = Hooks.task();
        Thread thread = new Thread(null, null, java.util.Objects.requireNonNull(name), 0, false);
        thread.setDaemon(isDaemon);
        self.run.names.made(thread, self);
        Threads.begin(self.run, self, thread, this::work);
    }

    private static String name() {
        Run run = Hooks.task().run;
        run.effects().write(Names.text("timers"));
        return "Timer-" + run.timers++;
    }

    private long where(Run run) {
        return run.names.of(this, -2);
    }

    private void add(TimerTask task, long delay, long period) {
        if (delay < 0) {
            throw new IllegalArgumentException("Negative delay.");
        }
        java.util.Objects.requireNonNull(task);
        Task self = Hooks.task();
        Run run = self.run;
        Effects effects = Effects.writing(where(run));
        effects.write(run.names.of(task, -2));
        run.point(self, Op.always("schedule", effects));
        if (isCancelled) {
            throw new IllegalStateException("Timer already cancelled.");
        }
        if (UNSAFE.getInt(task, STATE) != 0) {
            throw new IllegalStateException("Task already scheduled or cancelled");
        }
        UNSAFE.putInt(task, STATE, SCHEDULED);
        delays.add(self, new Timed(task, period), delay * 1_000_000, false);
    }

    private static long positive(long period) {
        if (period <= 0) {
            throw new IllegalArgumentException("Non-positive period.");
        }
        return period;
    }

    /** What its thread does. */
    private void work() {
        Task self = Hooks.task();
        Run run = self.run;
        while (true) {
            Op op = new Op("wait for a task's time", Effects.writing(where(run)), () -> !delays.isEmpty() || isCancelled).ways(delays::ways);
            op.idle = true;
            run.point(self, op);
            Timed next = (Timed) delays.take(self);
            if (next == null) {
                return;
            }
            run.effects().write(run.names.of(next.task, -2));
            if (UNSAFE.getInt(next.task, STATE) == CANCELLED) {
                continue;
            }
            if (next.period == 0) {
                UNSAFE.putInt(next.task, STATE, EXECUTED);
            } else {
                delays.add(self, next, Math.abs(next.period) * 1_000_000, next.period > 0);
            }
            next.task.run();
        }
    }

    @Override
    public void schedule(TimerTask task, long delay) {
        add(task, delay, 0);
    }

    @Override
    public void schedule(TimerTask task, long delay, long period) {
        add(task, delay, -positive(period));
    }

    @Override
    public void scheduleAtFixedRate(TimerTask task, long delay, long period) {
        add(task, delay, positive(period));
    }

    @Override
    public void schedule(TimerTask task, Date time) {
        Hooks.refuse("a timer by dates: give it a delay");
    }

    @Override
    public void schedule(TimerTask task, Date first, long period) {
        Hooks.refuse("a timer by dates: give it a delay");
    }

    @Override
    public void scheduleAtFixedRate(TimerTask task, Date first, long period) {
        Hooks.refuse("a timer by dates: give it a delay");
    }

    @Override
    public void cancel() {
        Task self = Hooks.task();
        self.run.point(self, Op.always("cancel timer", Effects.writing(where(self.run))));
        isCancelled = true;
        delays.clear();
    }

    @Override
    public int purge() {
        Hooks.refuse("Timer.purge depends on when cancelled tasks are let go of");
        return 0;
    }

    /** {@code task.cancel()}. */
    public static boolean cancel(TimerTask task) {
        Task self = Hooks.task();
        self.run.point(self, Op.always("cancel", Effects.writing(self.run.names.of(task, -2))));
        boolean wasScheduled = UNSAFE.getInt(task, STATE) == SCHEDULED;
        UNSAFE.putInt(task, STATE, CANCELLED);
        return wasScheduled;
    }
}
