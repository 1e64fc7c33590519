import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

/** The other calls in which a thread may wait, one thread in each: with a time limit of days where there is one. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final int KINDS = 16;

    final ReentrantLock lock = new ReentrantLock();
    final Condition nanos = lock.newCondition();
    final Condition until = lock.newCondition();
    final ReentrantLock held = new ReentrantLock();
    final StampedLock stamped = new StampedLock();
    final Semaphore semaphore = new Semaphore(0);
    final Phaser phaser = new Phaser(1);
    final ReferenceQueue<Object> references = new ReferenceQueue<>();
    final Reference<Object> reference = new WeakReference<>(this, references);
    final LinkedBlockingDeque<String> first = new LinkedBlockingDeque<>();
    final LinkedBlockingDeque<String> last = new LinkedBlockingDeque<>();
    final LinkedBlockingDeque<String> full = new LinkedBlockingDeque<>(1);
    final ExecutorService pool = Executors.newFixedThreadPool(1);
    final ExecutorCompletionService<String> completed = new ExecutorCompletionService<>(pool);
    final CompletableFuture<String> future = new CompletableFuture<>();
    Thread sleeper;

    class One extends Thread {
        final int kind;

        One(int kind) {
            super("kind " + kind);
            this.kind = kind;
        }

        @Override
        public void run() {
            try {
                OUT.add(kind + " got " + got());
            } catch (Exception e) {
                OUT.add(kind + " threw " + e);
            }
        }

        private Object got() throws Exception {
            switch (kind) {
                case 0: semaphore.acquire(2); return "two permits";
                case 1: semaphore.acquireUninterruptibly(); return "a permit";
                case 2: return held.tryLock(9, TimeUnit.DAYS);
                case 3: return stamped.writeLock() != 0;
                case 4: return phaser.awaitAdvance(0);
                case 5: return references.remove(TimeUnit.DAYS.toMillis(9)) == reference;
                case 6: return first.takeFirst();
                case 7: return last.pollLast(9, TimeUnit.DAYS);
                case 8: full.putFirst("second"); return full.size();
                case 9: return completed.take().get();
                case 10: return future.get(9, TimeUnit.DAYS);
                case 11: return pool.awaitTermination(9, TimeUnit.DAYS);
                case 12: TimeUnit.DAYS.sleep(9); return "slept";
                case 13: TimeUnit.DAYS.timedJoin(sleeper, 9); return sleeper.isAlive();
                case 14: return awaited(true);
                default: return awaited(false);
            }
        }

        private boolean awaited(boolean inNanos) throws InterruptedException {
            lock.lock();
            try {
                return inNanos ? nanos.awaitNanos(TimeUnit.DAYS.toNanos(9)) > 0 : until.awaitUntil(new Date(Long.MAX_VALUE / 2));
            } finally {
                lock.unlock();
            }
        }
    }

    static void await(Thread t) {
        while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    static void print(int lines) throws InterruptedException {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            said.add(OUT.take());
        }
        said.sort(null);
        System.out.println(said);
    }

    void run() throws Exception {
        held.lock();
        long stamp = stamped.readLock();
        full.add("first");
        List<Thread> all = new ArrayList<>();
        for (int kind = 0; kind < KINDS; kind++) {
            Thread one = new One(kind);
            sleeper = kind == 12 ? one : sleeper;
            one.start();
            await(one);
            all.add(one);
        }
        work(stamp);
        for (Thread each : all) {
            each.join();
        }
        System.out.println("left " + OUT.size());
    }

    void work(long stamp) throws Exception {
        System.out.println("here " + OUT.size());
        semaphore.release(3);
        print(2);
        held.unlock();
        print(1);
        stamped.unlockRead(stamp);
        print(1);
        phaser.arrive();
        print(1);
        reference.enqueue();
        print(1);
        first.add("for the first");
        last.add("for the last");
        print(2);
        System.out.println(full.take());
        print(1);
        completed.submit(() -> "completed");
        print(1);
        future.complete("a result");
        print(1);
        pool.shutdown();
        print(1);
        sleeper.interrupt();
        print(2);
        lock.lock();
        nanos.signal();
        until.signal();
        lock.unlock();
        print(2);
    }

    public static void main(String[] args) throws Exception {
        new Main().run();
    }
}
