package jcp.explore;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

/**
 * Stamped locks: the real one is taken when it is free. All else that is called on it never waits, and is one step.
 */
public final class Stamps {
    private Stamps() {}

    private static boolean isFree(StampedLock lock) {
        return !lock.isWriteLocked() && !lock.isReadLocked();
    }

    /** {@code lock.writeLock()}. */
    public static long writeLock(StampedLock lock) {
        Blocking.ready(lock, "lock StampedLock", false, () -> isFree(lock));
        return lock.writeLock();
    }

    /** {@code lock.writeLockInterruptibly()}. */
    public static long writeLockInterruptibly(StampedLock lock) throws InterruptedException {
        Blocking.interruptible(lock, "lock StampedLock", false, () -> isFree(lock));
        return lock.writeLock();
    }

    /** {@code lock.tryWriteLock(time, unit)}. */
    public static long tryWriteLock(StampedLock lock, long time, TimeUnit unit) throws InterruptedException {
        Blocking.interruptible(lock, "tryLock StampedLock", true, () -> isFree(lock));
        return lock.tryWriteLock();
    }

    /** {@code lock.readLock()}. */
    public static long readLock(StampedLock lock) {
        Blocking.ready(lock, "lock StampedLock", false, () -> !lock.isWriteLocked());
        return lock.readLock();
    }

    /** {@code lock.readLockInterruptibly()}. */
    public static long readLockInterruptibly(StampedLock lock) throws InterruptedException {
        Blocking.interruptible(lock, "lock StampedLock", false, () -> !lock.isWriteLocked());
        return lock.readLock();
    }

    /** {@code lock.tryReadLock(time, unit)}. */
    public static long tryReadLock(StampedLock lock, long time, TimeUnit unit) throws InterruptedException {
        Blocking.interruptible(lock, "tryLock StampedLock", true, () -> !lock.isWriteLocked());
        return lock.tryReadLock();
    }
}
