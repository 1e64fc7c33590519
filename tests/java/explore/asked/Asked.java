import java.io.BufferedWriter;
import java.io.StringWriter;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Small programs whose end states are known: of threads that ask whether a lock is held, of deques that wait at both ends, of maps that sort by chance, and of objects that threads may share. */
public class Asked {
    static int x;
    static final Object[] results = new Object[4];

    static class Own extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int count) {
            return compareAndSetState(0, 1);
        }
    }

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        switch (args[0]) {
            case "both" -> run(() -> tried(lock), () -> tried(lock));
            case "one" -> run(() -> locked(lock), lock::tryLock);
            case "twice" -> run(() -> {
                lock.lock();
                boolean inner = locked(lock);
                lock.unlock();
                return inner;
            }, lock::tryLock);
            case "held" -> run(() -> locked(lock), lock::isLocked);
            case "reader" -> run(() -> locked(both.writeLock()), () -> both.readLock().tryLock());
            case "writer" -> run(() -> locked(both.readLock()), () -> both.writeLock().tryLock());
            case "readers" -> run(() -> locked(both.readLock()), () -> locked(both.readLock()), both::getReadLockCount);
            case "writeHeld" -> run(() -> locked(both.writeLock()), both::isWriteLocked);
            case "awaiting" -> {
                Condition condition = lock.newCondition();
                run(() -> {
                    lock.lock();
                    long left = condition.awaitNanos(5);
                    lock.unlock();
                    return left;
                }, () -> tried(lock));
            }
            case "other" -> {
                ReentrantLock other = new ReentrantLock();
                run(() -> locked(lock), () -> locked(lock), other::tryLock);
            }
            default -> collections(args[0], lock);
        }
    }

    private static void collections(String kind, ReentrantLock lock) throws Exception {
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>(1);
        switch (kind) {
            case "deque" -> run(() -> {
                deque.putFirst(1);
                deque.putLast(2);
                return deque.offerFirst(3, 1, TimeUnit.SECONDS);
            }, () -> deque.takeLast() * 10 + deque.takeFirst());
            case "dequeTimed" -> run(() -> deque.pollFirst(1, TimeUnit.SECONDS), () -> deque.offerLast(1, 1, TimeUnit.SECONDS));
            case "sortedMap" -> {
                ConcurrentSkipListMap<Integer, Integer> map = new ConcurrentSkipListMap<>();
                run(() -> map.put(1, 1), () -> map.put(2, 2), () -> map.firstEntry() + "");
            }
            case "sortedSet" -> {
                ConcurrentSkipListSet<String> set = new ConcurrentSkipListSet<>();
                run(() -> set.add("a"), () -> set.add("b"), set::pollFirst);
            }
            case "random" -> {
                Random random = new Random(3);
                run(() -> random.nextInt(100), () -> random.nextInt(100));
            }
            case "fixed" -> {
                LocalDate date = LocalDate.of(2026, 11, 28);
                DateTimeFormatter format = DateTimeFormatter.ISO_DATE;
                Map.Entry<String, Integer> entry = Map.entry("a", 1);
                run(() -> date.plusDays(3).format(format) + entry.getKey(), () -> date.plusDays(1).format(format) + entry.getValue());
            }
            case "written" -> {
                StringWriter text = new StringWriter();
                BufferedWriter writer = new BufferedWriter(text);
                run(() -> writer.append("a"), () -> writer.append("b"));
                writer.flush();
                System.out.println(text);
            }
            case "queued" -> run(() -> locked(lock), lock::hasQueuedThreads);
            case "transfer" -> {
                LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
                run(() -> {
                    queue.transfer(1);
                    return 0;
                }, queue::take);
            }
            case "own" -> {
                Own own = new Own();
                run(() -> {
                    own.acquire(1);
                    return 0;
                });
            }
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static boolean locked(Lock lock) {
        lock.lock();
        x++;
        lock.unlock();
        return true;
    }

    private static boolean tried(Lock lock) {
        if (!lock.tryLock()) {
            return false;
        }
        x++;
        lock.unlock();
        return true;
    }

    private static void run(Callable<?>... bodies) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int each = 0; each < bodies.length; each++) {
            int number = each;
            threads.add(new Thread(() -> {
                try {
                    results[number] = bodies[number].call();
                } catch (Exception error) {
                    results[number] = error.getClass().getSimpleName();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(Arrays.asList(results));
    }
}
