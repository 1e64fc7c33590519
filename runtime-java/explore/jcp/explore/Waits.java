package jcp.explore;

import java.util.Deque;
import java.util.Iterator;

/**
 * {@code Object.wait} and {@code notify}: a waiter gives up the real monitor, and is seen in the list of its monitor's waiters.
 */
public final class Waits {
    private Waits() {}

    /** {@code object.wait()}. */
    public static void wait(Object object) throws InterruptedException {
        wait(object, 0);
    }

    /** {@code object.wait(millis, nanos)}. */
    public static void wait(Object object, long millis, int nanos) throws InterruptedException {
        wait(object, Math.max(millis, nanos > 0 ? 1 : 0));
    }

    /** {@code object.wait(millis)}. */
    public static void wait(Object object, long millis) throws InterruptedException {
        Task self = Hooks.task();
        Run run = self.run;
        if (run.monitors.owner(object) != self) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
        Threads.interruptible(self);
        long where = run.names.of(object, -1);
        Hooks.freed(run, where, true);
        int count = run.monitors.exitAll(object);
        Deque<Task> waiters = run.monitors.waiters(object);
        waiters.add(self);
        self.notified = false;
        Effects effects = Effects.writing(where);
        effects.read(Threads.flag(self));
        Op op = new Op("wait " + run.shown(object), effects, () -> (self.notified || self.interrupted) && run.monitors.isFreeFor(self, object));
        run.pointReleasing(self, op.waking(millis > 0, () -> run.monitors.isFreeFor(self, object)), object);
        waiters.remove(self);
        run.monitors.enterAll(self, object, count);
        if (!self.notified) {
            Threads.interruptible(self);
        }
    }

    /** {@code object.notify()}: any waiter may be the one. */
    public static void notify(Object object) {
        Task self = Hooks.task();
        Run run = self.run;
        check(run, self, object);
        long waiting = run.monitors.waiters(object).stream().filter(it -> !it.notified).count();
        if (waiting > 1) {
            Op op = Op.always("notify " + run.shown(object), Effects.writing(run.names.of(object, -1)));
            run.point(self, op.ways(() -> (int) waiting));
        }
        Iterator<Task> left = run.monitors.waiters(object).stream().filter(it -> !it.notified).skip(waiting > 1 ? self.way : 0).iterator();
        if (left.hasNext()) {
            left.next().notified = true;
        }
        run.effects().write(run.names.of(object, -1));
    }

    /** {@code object.notifyAll()}. */
    public static void notifyAll(Object object) {
        Task self = Hooks.task();
        Run run = self.run;
        check(run, self, object);
        run.monitors.waiters(object).forEach(it -> it.notified = true);
        run.effects().write(run.names.of(object, -1));
    }

    private static void check(Run run, Task self, Object object) {
        if (run.monitors.owner(object) != self) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
    }
}
