package jcp.explore;

import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Calls of {@code java.util.concurrent} in which a thread waits: made when they need not wait any more. Each counts as one step.
 */
public final class Blocking {
    private Blocking() {}

    /** Comes to a call that waits; returns whether it can be made, or its time is over. */
    static boolean ready(Object receiver, String text, boolean isTimed, BooleanSupplier ready) {
        Task self = Hooks.task();
        Run run = self.run;
        run.point(self, new Op(text, Effects.writing(run.names.of(receiver, -2)), ready).timed(isTimed));
        return ready.getAsBoolean();
    }

    static boolean interruptible(Object receiver, String text, boolean isTimed, BooleanSupplier ready) throws InterruptedException {
        Task self = Hooks.task();
        Threads.interruptible(self);
        Run run = self.run;
        Effects effects = Effects.writing(run.names.of(receiver, -2));
        effects.read(Threads.flag(self));
        run.point(self, new Op(text, effects, () -> ready.getAsBoolean() || self.interrupted).timed(isTimed));
        if (!ready.getAsBoolean()) {
            Threads.interruptible(self);
            return false;
        }
        return true;
    }

    /** {@code latch.await()}. */
    public static void await(CountDownLatch latch) throws InterruptedException {
        interruptible(latch, "await latch", false, () -> latch.getCount() == 0);
    }

    /** {@code latch.await(time, unit)}. */
    public static boolean await(CountDownLatch latch, long time, TimeUnit unit) throws InterruptedException {
        return interruptible(latch, "await latch", true, () -> latch.getCount() == 0);
    }

    /** {@code semaphore.acquire()}. */
    public static void acquire(Semaphore semaphore) throws InterruptedException {
        acquire(semaphore, 1);
    }

    /** {@code semaphore.acquire(permits)}. */
    public static void acquire(Semaphore semaphore, int permits) throws InterruptedException {
        interruptible(semaphore, "acquire semaphore", false, () -> semaphore.availablePermits() >= permits);
        semaphore.acquire(permits);
    }

    /** {@code semaphore.acquireUninterruptibly()}. */
    public static void acquireUninterruptibly(Semaphore semaphore) {
        acquireUninterruptibly(semaphore, 1);
    }

    /** {@code semaphore.acquireUninterruptibly(permits)}. */
    public static void acquireUninterruptibly(Semaphore semaphore, int permits) {
        ready(semaphore, "acquire semaphore", false, () -> semaphore.availablePermits() >= permits);
        semaphore.acquireUninterruptibly(permits);
    }

    /** {@code semaphore.tryAcquire(time, unit)}. */
    public static boolean tryAcquire(Semaphore semaphore, long time, TimeUnit unit) throws InterruptedException {
        return tryAcquire(semaphore, 1, time, unit);
    }

    /** {@code semaphore.tryAcquire(permits, time, unit)}. */
    public static boolean tryAcquire(Semaphore semaphore, int permits, long time, TimeUnit unit) throws InterruptedException {
        interruptible(semaphore, "tryAcquire semaphore", true, () -> semaphore.availablePermits() >= permits);
        return semaphore.tryAcquire(permits);
    }

    /** {@code semaphore.tryAcquire()}. */
    public static boolean tryAcquire(Semaphore semaphore) {
        return tryAcquire(semaphore, 1);
    }

    /** {@code semaphore.tryAcquire(permits)}. */
    public static boolean tryAcquire(Semaphore semaphore, int permits) {
        ready(semaphore, "tryAcquire semaphore", true, () -> true);
        return semaphore.tryAcquire(permits);
    }

    /** Whether the queue does it by itself. */
    private static boolean isHandOver(BlockingQueue<?> queue) {
        if (queue instanceof SynchronousQueue && !(queue instanceof HandOver) || queue instanceof DelayQueue) {
            Hooks.task().run.unsupported("a queue of a kind that jcp does not order, " + queue.getClass().getName());
        }
        return queue instanceof HandOver;
    }

    /** {@code queue.take()}. */
    public static Object take(BlockingQueue<?> queue) throws InterruptedException {
        if (isHandOver(queue)) {
            return queue.take();
        }
        interruptible(queue, "take", false, () -> !queue.isEmpty());
        return queue.take();
    }

    /** {@code queue.poll(time, unit)}. */
    public static Object poll(BlockingQueue<?> queue, long time, TimeUnit unit) throws InterruptedException {
        if (isHandOver(queue)) {
            return queue.poll(time, unit);
        }
        interruptible(queue, "poll", true, () -> !queue.isEmpty());
        return queue.poll();
    }

    /** {@code queue.put(element)}. */
    public static void put(BlockingQueue<Object> queue, Object element) throws InterruptedException {
        if (isHandOver(queue)) {
            queue.put(element);
            return;
        }
        interruptible(queue, "put", false, () -> queue.remainingCapacity() > 0);
        queue.put(element);
    }

    /** {@code queue.offer(element, time, unit)}. */
    public static boolean offer(BlockingQueue<Object> queue, Object element, long time, TimeUnit unit) throws InterruptedException {
        if (isHandOver(queue)) {
            return queue.offer(element, time, unit);
        }
        interruptible(queue, "offer", true, () -> queue.remainingCapacity() > 0);
        return queue.offer(element);
    }

    /** {@code deque.takeFirst()}. */
    public static Object takeFirst(BlockingDeque<?> deque) throws InterruptedException {
        interruptible(deque, "takeFirst", false, () -> !deque.isEmpty());
        return deque.takeFirst();
    }

    /** {@code deque.takeLast()}. */
    public static Object takeLast(BlockingDeque<?> deque) throws InterruptedException {
        interruptible(deque, "takeLast", false, () -> !deque.isEmpty());
        return deque.takeLast();
    }

    /** {@code deque.pollFirst(time, unit)}. */
    public static Object pollFirst(BlockingDeque<?> deque, long time, TimeUnit unit) throws InterruptedException {
        interruptible(deque, "pollFirst", true, () -> !deque.isEmpty());
        return deque.pollFirst();
    }

    /** {@code deque.pollLast(time, unit)}. */
    public static Object pollLast(BlockingDeque<?> deque, long time, TimeUnit unit) throws InterruptedException {
        interruptible(deque, "pollLast", true, () -> !deque.isEmpty());
        return deque.pollLast();
    }

    /** {@code deque.putFirst(element)}. */
    public static void putFirst(BlockingDeque<Object> deque, Object element) throws InterruptedException {
        interruptible(deque, "putFirst", false, () -> deque.remainingCapacity() > 0);
        deque.putFirst(element);
    }

    /** {@code deque.putLast(element)}. */
    public static void putLast(BlockingDeque<Object> deque, Object element) throws InterruptedException {
        interruptible(deque, "putLast", false, () -> deque.remainingCapacity() > 0);
        deque.putLast(element);
    }

    /** {@code deque.offerFirst(element, time, unit)}. */
    public static boolean offerFirst(BlockingDeque<Object> deque, Object element, long time, TimeUnit unit) throws InterruptedException {
        interruptible(deque, "offerFirst", true, () -> deque.remainingCapacity() > 0);
        return deque.offerFirst(element);
    }

    /** {@code deque.offerLast(element, time, unit)}. */
    public static boolean offerLast(BlockingDeque<Object> deque, Object element, long time, TimeUnit unit) throws InterruptedException {
        interruptible(deque, "offerLast", true, () -> deque.remainingCapacity() > 0);
        return deque.offerLast(element);
    }

    /** {@code future.get()}. */
    public static Object get(Future<?> future) throws InterruptedException, ExecutionException {
        interruptible(future, "get future", false, future::isDone);
        return future.get();
    }

    /** {@code future.get(time, unit)}. */
    public static Object get(Future<?> future, long time, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (!interruptible(future, "get future", true, future::isDone)) {
            throw new TimeoutException();
        }
        return future.get();
    }

    /** {@code future.join()}. */
    public static Object join(CompletableFuture<?> future) {
        ready(future, "join future", false, future::isDone);
        return future.join();
    }

    /** {@code barrier.await()}. */
    public static int await(CyclicBarrier barrier) throws InterruptedException, BrokenBarrierException {
        return Barriers.await(barrier, false);
    }

    /** {@code barrier.await(time, unit)}. */
    public static int await(CyclicBarrier barrier, long time, TimeUnit unit) throws InterruptedException, BrokenBarrierException, TimeoutException {
        int arrival = Barriers.await(barrier, true);
        if (arrival < 0) {
            throw new TimeoutException();
        }
        return arrival;
    }
}
