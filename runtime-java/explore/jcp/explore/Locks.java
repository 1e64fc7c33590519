package jcp.explore;

import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Locks and their conditions. The real lock is taken too, when it is known to be free.
 *
 * <p>A step goes from taking a lock to the next point, mostly beyond its release: nobody finds the lock held then. That is no loss where others only wait for it. Where one asks
 * whether it is held ({@code tryLock}), the search begins again, with a point before each release of this lock.
 */
public final class Locks {
    /** What is known of the locks of one execution. */
    static final class Known {
        final Map<Condition, Lock> conditions = new IdentityHashMap<>();
        /** Both halves of a lock that has two. */
        final Map<Lock, ReadWriteLock> halves = new IdentityHashMap<>();
        /** How many tasks hold it for reading. */
        final Map<ReadWriteLock, Map<Task, Integer>> readers = new IdentityHashMap<>();

        /** Who reads, as numbers. */
        java.util.List<Long> known(Object object) {
            Map<Task, Integer> all = readers.get(object);
            return all == null ? java.util.List.of() : all.entrySet().stream().map(it -> 1000L * it.getKey().number + it.getValue()).sorted().toList();
        }

        Map<Task, Integer> readers(ReadWriteLock both) {
            return readers.computeIfAbsent(both, it -> new IdentityHashMap<>());
        }
    }

    /** What the search is told of a lock that is asked for. */
    private static final int LOCATION = 10;
    private static final int ASKED = 11;

    private Locks() {}

    /** {@code lock.lock()}. */
    public static void lock(Lock lock) {
        Task self = Hooks.task();
        self.run.point(self, taking(self, lock, "lock"));
        taken(self, lock);
        lock.lock();
    }

    /** {@code lock.lockInterruptibly()}. */
    public static void lockInterruptibly(Lock lock) throws InterruptedException {
        Threads.interruptible(Hooks.task());
        lock(lock);
    }

    /** {@code lock.tryLock()}: counts as a write, whether it succeeds or not. */
    public static boolean tryLock(Lock lock) {
        Task self = Hooks.task();
        Run run = self.run;
        asked(self, lock);
        run.point(self, Op.always("tryLock " + run.shown(lock), Effects.writing(where(run, lock))));
        return take(self, lock);
    }

    /** {@code lock.tryLock(time, unit)}. */
    public static boolean tryLock(Lock lock, long time, TimeUnit unit) throws InterruptedException {
        Task self = Hooks.task();
        Threads.interruptible(self);
        asked(self, lock);
        self.run.point(self, taking(self, lock, "tryLock").timed(true));
        return take(self, lock);
    }

    private static boolean take(Task self, Lock lock) {
        if (!isFree(self, lock)) {
            return false;
        }
        taken(self, lock);
        return lock.tryLock();
    }

    /** {@code lock.unlock()}. */
    public static void unlock(Lock lock) {
        Task self = Hooks.task();
        Run run = self.run;
        beforeRelease(self, lock, "unlock");
        lock.unlock(); // throws if it is another's
        Object key = key(run, lock);
        boolean isShared = lock instanceof ReentrantReadWriteLock.ReadLock;
        Hooks.freed(run, run.names.of(key, -3), !isShared && run.monitors.count(key) == 1);
        if (isShared) {
            run.locks.readers((ReadWriteLock) key).computeIfPresent(self, (it, count) -> count == 1 ? null : count - 1);
        } else {
            run.monitors.exit(key);
            self.drop(run.names.of(key, -3));
        }
    }

    /** {@code lock.isLocked()}. */
    public static boolean isLocked(ReentrantLock lock) {
        Task self = Hooks.task();
        asked(self, lock);
        self.run.point(self, Op.always("isLocked", Effects.reading(where(self.run, lock))));
        return lock.isLocked();
    }

    /** {@code both.isWriteLocked()}. */
    public static boolean isWriteLocked(ReentrantReadWriteLock both) {
        askBoth(both, "isWriteLocked");
        return both.isWriteLocked();
    }

    /** {@code both.getReadLockCount()}. */
    public static int getReadLockCount(ReentrantReadWriteLock both) {
        askBoth(both, "getReadLockCount");
        return both.getReadLockCount();
    }

    private static void askBoth(ReentrantReadWriteLock both, String text) {
        Task self = Hooks.task();
        asked(self, readLock(both));
        self.run.point(self, Op.always(text, Effects.reading(self.run.names.of(both, -3))));
    }

    /** The task is about to ask whether the lock is held. */
    private static void asked(Task self, Lock lock) {
        Run run = self.run;
        long place = Names.mix(where(run, lock), ASKED);
        if (run.tasks.size() > 1 && !run.isSettingUp() && !run.isPoint(place)) {
            run.race(place, LOCATION);
        }
    }

    /** A point, if somebody asks whether this lock is held. */
    private static void beforeRelease(Task self, Lock lock, String text) {
        Run run = self.run;
        if (run.isPoint(Names.mix(where(run, lock), ASKED))) {
            run.point(self, Op.always(text + " " + run.shown(lock), Effects.writing(where(run, lock))));
        }
    }

    private static Op taking(Task self, Lock lock, String verb) {
        Run run = self.run;
        Object key = key(run, lock);
        Op op = new Op(verb + " " + run.shown(lock), Effects.writing(where(run, lock)), () -> isFree(self, lock));
        return op.heldBy(() -> run.monitors.owner(key));
    }

    private static boolean isFree(Task self, Lock lock) {
        Run run = self.run;
        Object key = key(run, lock);
        if (!run.monitors.isFreeFor(self, key)) {
            return false;
        }
        if (!(lock instanceof ReentrantReadWriteLock.WriteLock)) {
            return true;
        }
        Map<Task, Integer> readers = run.locks.readers((ReadWriteLock) key);
        return readers.isEmpty() || run.monitors.owner(key) == self;
    }

    private static void taken(Task self, Lock lock) {
        Run run = self.run;
        Object key = key(run, lock);
        if (lock instanceof ReentrantReadWriteLock.ReadLock) {
            run.locks.readers((ReadWriteLock) key).merge(self, 1, Integer::sum);
        } else {
            run.monitors.enter(self, key);
            self.hold(run.names.of(key, -3));
        }
    }

    private static long where(Run run, Lock lock) {
        return run.names.of(key(run, lock), -3);
    }

    /** The object that stands for both halves of a lock. */
    private static Object key(Run run, Lock lock) {
        if (lock instanceof ReentrantLock) {
            return lock;
        }
        ReadWriteLock both = run.locks.halves.get(lock);
        if (both == null && lock.getClass().getClassLoader() == null) {
            run.unsupported("a lock of a kind that jcp does not order, " + lock.getClass().getName());
        }
        return both == null ? lock : both;
    }

    /** {@code both.readLock()}. */
    public static Lock readLock(ReadWriteLock both) {
        Lock lock = both.readLock();
        Hooks.task().run.locks.halves.put(lock, both);
        return lock;
    }

    /** {@code both.writeLock()}. */
    public static Lock writeLock(ReadWriteLock both) {
        Lock lock = both.writeLock();
        Hooks.task().run.locks.halves.put(lock, both);
        return lock;
    }

    /** {@code lock.newCondition()}. */
    public static Condition newCondition(Lock lock) {
        Task self = Hooks.task();
        Condition condition = lock.newCondition();
        self.run.locks.conditions.put(condition, lock);
        self.run.names.made(condition, self);
        return condition;
    }

    /** {@code condition.await()}. */
    public static void await(Condition condition) throws InterruptedException {
        Threads.interruptible(Hooks.task());
        await(condition, false, true);
    }

    /** {@code condition.awaitUninterruptibly()}. */
    public static void awaitUninterruptibly(Condition condition) {
        await(condition, false, false);
    }

    /** {@code condition.await(time, unit)}. */
    public static boolean await(Condition condition, long time, TimeUnit unit) throws InterruptedException {
        Threads.interruptible(Hooks.task());
        return await(condition, true, true);
    }

    /** {@code condition.awaitNanos(nanos)}: what is left is all of it, or nothing. */
    public static long awaitNanos(Condition condition, long nanos) throws InterruptedException {
        Threads.interruptible(Hooks.task());
        return await(condition, true, true) ? Math.max(nanos, 0) : 0;
    }

    /** Whether it was signalled. */
    private static boolean await(Condition condition, boolean isTimed, boolean isInterruptible) {
        Task self = Hooks.task();
        Run run = self.run;
        Lock lock = run.locks.conditions.get(condition);
        if (lock == null) {
            run.unsupported("a condition of a lock that jcp does not order");
        }
        Object key = key(run, lock);
        if (run.monitors.owner(key) != self) {
            throw new IllegalMonitorStateException();
        }
        beforeRelease(self, lock, "await");
        int holds = run.monitors.exitAll(key);
        for (int left = holds; left > 0; left--) {
            lock.unlock();
        }
        run.effects().write(run.names.of(key, -3));
        Deque<Task> waiters = run.monitors.waiters(condition);
        waiters.add(self);
        self.notified = false;
        Effects effects = Effects.writing(run.names.of(key, -3));
        Op op = new Op("await", effects, () -> (self.notified || isInterruptible && self.interrupted) && run.monitors.isFreeFor(self, key));
        run.point(self, op.waking(isTimed, () -> run.monitors.isFreeFor(self, key)));
        waiters.remove(self);
        for (int left = holds; left > 0; left--) {
            lock.lock();
        }
        run.monitors.enterAll(self, key, holds);
        return self.notified;
    }

    /** {@code condition.signal()}: the one that waits longest. */
    public static void signal(Condition condition) {
        Deque<Task> waiters = waiters(condition);
        waiters.stream().filter(it -> !it.notified).findFirst().ifPresent(it -> it.notified = true);
    }

    /** {@code condition.signalAll()}. */
    public static void signalAll(Condition condition) {
        waiters(condition).forEach(it -> it.notified = true);
    }

    private static Deque<Task> waiters(Condition condition) {
        Task self = Hooks.task();
        Run run = self.run;
        Lock lock = run.locks.conditions.get(condition);
        if (lock == null || run.monitors.owner(key(run, lock)) != self) {
            throw new IllegalMonitorStateException();
        }
        run.effects().write(where(run, lock));
        return run.monitors.waiters(condition);
    }
}
