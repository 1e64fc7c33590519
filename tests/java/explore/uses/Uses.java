import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What threads communicate by, each in a correct program and, where there is a famous fault, in one with it. */
public class Uses {
    static int shared;
    static volatile boolean ready;

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "buffer" -> buffer(true);
            case "bufferNotify" -> buffer(false);
            case "condition" -> condition(true);
            case "conditionIf" -> condition(false);
            case "lostUpdate" -> lostUpdate();
            case "neverReady" -> both(() -> awaitReady(), () -> awaitReady());
            case "locked" -> locked();
            case "synchronizedMethods" -> synchronizedMethods();
            case "queue" -> queue();
            case "pool" -> pool();
            case "idlePool" -> Executors.newFixedThreadPool(2).submit(() -> shared++).get();
            case "latch" -> latch();
            case "barrier" -> barrier();
            case "semaphore" -> semaphore();
            case "readWrite" -> readWrite();
            case "park" -> park();
            case "interrupt" -> interrupt();
            case "timed" -> timed();
            case "list" -> list(new ArrayList<>());
            case "map" -> map(new HashMap<>());
            case "concurrentMap" -> map(new ConcurrentHashMap<>());
            case "flag" -> flag();
            case "handles" -> handles();
            case "initialiser" -> both(() -> Lazy.INSTANCE.add(), () -> Lazy.INSTANCE.add());
            case "stages" -> stages();
            case "atomicArray" -> atomicArray();
            case "sorted" -> sorted();
            case "ownList" -> list(new ArrayList<>() {
            });
            case "nested" -> nested();
            case "iterated" -> iterated();
            case "exit" -> exit();
            case "spin" -> spin();
            case "endless" -> endless();
            case "time" -> time();
            case "deadline" -> deadline();
            case "poll" -> poll();
            case "initialisers" -> initialisers();
            case "threadLocals" -> threadLocals();
            case "finalizers" -> finalizers();
            case "random" -> random();
            case "unreached" -> unreached(args.length);
            case "refused" -> unreached(0);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }

    private static void both(Body... bodies) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Body body : bodies) {
            threads.add(new Thread(() -> {
                try {
                    body.run();
                } catch (Exception error) {
                    throw new IllegalStateException(error);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    interface Body {
        void run() throws Exception;
    }

    /** One cell, two producers, two consumers: with `notify` a producer may wake the other one. */
    private static final class Cell {
        private Integer value;
        private final boolean all;

        Cell(boolean all) {
            this.all = all;
        }

        synchronized void put(int next) throws InterruptedException {
            while (value != null) {
                wait();
            }
            value = next;
            wake();
        }

        synchronized int take() throws InterruptedException {
            while (value == null) {
                wait();
            }
            int taken = value;
            value = null;
            wake();
            return taken;
        }

        private void wake() {
            if (all) {
                notifyAll();
            } else {
                notify();
            }
        }
    }

    private static void buffer(boolean all) throws InterruptedException {
        Cell cell = new Cell(all);
        both(() -> cell.put(1), () -> cell.put(2), () -> cell.take(), () -> cell.take());
    }

    private static void condition(boolean again) throws InterruptedException {
        Lock lock = new ReentrantLock();
        Condition filled = lock.newCondition();
        int[] items = {0};
        Body consumer = () -> {
            lock.lock();
            try {
                if (again) {
                    while (items[0] == 0) {
                        filled.await();
                    }
                } else if (items[0] == 0) {
                    filled.await();
                }
                check(items[0] > 0);
                items[0]--;
            } finally {
                lock.unlock();
            }
        };
        Body producer = () -> {
            lock.lock();
            try {
                items[0]++;
                filled.signalAll();
            } finally {
                lock.unlock();
            }
        };
        if (again) {
            both(consumer, producer, producer, consumer);
        } else {
            both(consumer, consumer, producer, producer);
        }
    }

    private static void lostUpdate() throws InterruptedException {
        both(() -> shared++, () -> shared++);
        check(shared == 2);
    }

    private static void awaitReady() {
        while (!ready) {
            Thread.onSpinWait();
        }
    }

    private static void locked() throws InterruptedException {
        Object lock = new Object();
        Body body = () -> {
            synchronized (lock) {
                shared++;
            }
        };
        both(body, body, body);
        check(shared == 3);
    }

    private static synchronized void add(int number) {
        shared += number;
        if (number == 7) {
            throw new IllegalArgumentException();
        }
    }

    private static void synchronizedMethods() throws InterruptedException {
        both(() -> add(1), () -> {
            try {
                add(7);
            } catch (IllegalArgumentException expected) {
                add(2);
            }
        });
        check(shared == 10);
    }

    private static void queue() throws InterruptedException {
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        int[] sum = {0};
        both(() -> {
            queue.put(1);
            queue.put(2);
        }, () -> sum[0] = 10 * queue.take() + queue.take());
        check(sum[0] == 12 && queue.isEmpty());
    }

    private static void pool() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        AtomicInteger sum = new AtomicInteger();
        Future<Integer> one = pool.submit(() -> sum.addAndGet(1));
        Future<Integer> two = pool.submit(() -> sum.addAndGet(2));
        check(one.get() + two.get() >= 4);
        pool.shutdown();
        check(pool.awaitTermination(1, TimeUnit.SECONDS));
        check(sum.get() == 3);
    }

    private static void latch() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        AtomicInteger done = new AtomicInteger();
        Body body = () -> {
            done.incrementAndGet();
            latch.countDown();
        };
        both(body, body, () -> {
            latch.await();
            check(done.get() == 2);
        });
    }

    private static void barrier() throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> shared += 10);
        Body body = () -> {
            barrier.await();
            check(shared == 10);
        };
        both(body, body);
    }

    private static void semaphore() throws InterruptedException {
        Semaphore semaphore = new Semaphore(1);
        Body body = () -> {
            semaphore.acquire();
            int before = shared;
            shared = before + 1;
            semaphore.release();
        };
        both(body, body);
        check(shared == 2);
    }

    private static void readWrite() throws InterruptedException {
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        int[] pair = {0, 0};
        Body reader = () -> {
            both.readLock().lock();
            check(pair[0] == pair[1]);
            both.readLock().unlock();
        };
        both(reader, reader, () -> {
            both.writeLock().lock();
            pair[0]++;
            pair[1]++;
            both.writeLock().unlock();
        });
    }

    private static void park() throws InterruptedException {
        Thread sleeper = new Thread(() -> {
            while (!ready) {
                LockSupport.park();
            }
        });
        sleeper.start();
        ready = true;
        LockSupport.unpark(sleeper);
        sleeper.join();
    }

    private static void interrupt() throws InterruptedException {
        boolean[] seen = {false};
        Thread sleeper = new Thread(() -> {
            synchronized (seen) {
                try {
                    seen.wait();
                } catch (InterruptedException expected) {
                    seen[0] = true;
                }
            }
        });
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        check(seen[0] && !sleeper.isAlive());
    }

    private static void timed() throws InterruptedException {
        Object lock = new Object();
        both(() -> {
            synchronized (lock) {
                lock.wait(1000);
            }
        });
    }

    private static void list(List<Integer> list) throws InterruptedException {
        both(() -> list.add(1), () -> list.add(2));
        int sum = 0;
        for (int each : list) {
            sum += each;
        }
        check(sum == 3);
    }

    private static void map(Map<String, Integer> map) throws InterruptedException {
        Body body = () -> {
            if (!map.containsKey("key")) {
                map.put("key", 0);
            }
            map.put("key", map.get("key") + 1);
        };
        both(body, body);
        check(map.get("key") == 2);
    }

    /** A volatile flag publishes what was written before. */
    private static void flag() throws InterruptedException {
        both(() -> {
            shared = 42;
            ready = true;
        }, () -> {
            if (ready) {
                check(shared == 42);
            }
        });
    }

    /** Threads that start threads in an order that is a matter of the schedule. */
    private static void nested() throws InterruptedException {
        int[] last = {0};
        both(() -> starts(last, 1), () -> starts(last, 2));
        check(last[0] == 2);
    }

    private static void starts(int[] last, int number) throws InterruptedException {
        Thread child = new Thread(() -> shared = number);
        synchronized (last) {
            last[0] = number;
            child.start();
        }
        child.join();
    }

    /** A class of the same simple name as another one. */
    private static final class Other {
        private static final class Node {
            int count;
        }
    }

    private static final VarHandle SHARED;
    private static final AtomicIntegerFieldUpdater<Node> COUNT = AtomicIntegerFieldUpdater.newUpdater(Node.class, "count");

    static {
        try {
            SHARED = MethodHandles.lookup().findStaticVarHandle(Uses.class, "shared", int.class);
        } catch (ReflectiveOperationException error) {
            throw new ExceptionInInitializerError(error);
        }
    }

    private static final class Node {
        volatile int count;
    }

    /** An update by a handle in between that of another thread's read and write is lost. */
    private static void handles() throws InterruptedException {
        Node node = new Node();
        check(new Other.Node().count == 0);
        boolean[] isSwapped = {false};
        both(() -> {
            if (SHARED.compareAndSet(0, 1)) {
                isSwapped[0] = true;
                COUNT.incrementAndGet(node);
            }
        }, () -> {
            shared = 2;
            node.count++;
        });
        check(!isSwapped[0] || node.count == 2);
    }

    /** A class that two threads may be the first to use. */
    private static final class Lazy {
        static final Lazy INSTANCE = new Lazy();
        private int sum;

        private Lazy() {
            synchronized (Uses.class) {
                sum = shared;
            }
        }

        synchronized void add() {
            sum++;
        }
    }

    private static void stages() throws Exception {
        CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 1);
        CompletableFuture<Integer> sum = one.thenCombineAsync(CompletableFuture.supplyAsync(() -> 2), Integer::sum);
        check(sum.get() == 3 && one.thenApply(value -> value + 1).join() == 2);
    }

    private static void atomicArray() throws InterruptedException {
        AtomicIntegerArray array = new AtomicIntegerArray(2);
        both(() -> array.incrementAndGet(0), () -> array.incrementAndGet(1), () -> array.set(0, array.get(0)));
        check(array.get(1) == 1);
    }

    /** One thread sorts, another sees the elements in between. */
    private static void sorted() throws InterruptedException {
        int[] array = {2, 1};
        both(() -> Arrays.sort(array), () -> check(array[0] <= array[1]));
    }

    private static void iterated() throws InterruptedException {
        List<Integer> list = new ArrayList<>(List.of(1, 2));
        both(() -> {
            for (int each : list) {
                check(each > 0);
            }
        }, () -> list.add(3));
    }

    private static void exit() throws InterruptedException {
        both(() -> System.exit(shared == 0 ? 3 : 0), () -> shared = 1);
    }

    private static void spin() throws InterruptedException {
        both(() -> ready = true, () -> {
            while (!ready) {
                Thread.onSpinWait();
            }
        });
    }

    private static void endless() throws InterruptedException {
        both(() -> {
            long sum = 0;
            while (sum >= 0) {
                sum++;
                sum &= 0xFFFF;
            }
        });
    }

    /** Each waits until its time is over, and notes when that was. */
    private static void deadline() throws InterruptedException {
        AtomicInteger counter = new AtomicInteger();
        long start = System.currentTimeMillis();
        Body body = () -> {
            long end = System.nanoTime() + 20_000_000;
            while (System.nanoTime() < end) {
                Thread.sleep(10);
            }
            counter.incrementAndGet();
        };
        both(body, body);
        check(counter.get() == 2 && System.currentTimeMillis() - start == 20);
    }

    /** Nobody reads the time, so each turn leads to the same state. */
    private static void poll() throws InterruptedException {
        both(() -> ready = true, () -> {
            while (!ready) {
                Thread.sleep(1);
            }
        });
    }

    /** As time, but of a generator that takes its seed from the JDK's. */
    private static void random() throws InterruptedException {
        both(() -> shared = new java.util.Random().nextInt() | 1, () -> {
            if ((shared & 2) != 0) {
                ready = true;
            }
        });
    }

    /** Classes that only a field of another one names, which comparing states may load. */
    private static final class Named {
        static int count = 7;
    }

    private static final class Naming {
        static int limit = 3;
        static Named named;
    }

    private static void initialisers() throws InterruptedException {
        AtomicInteger sum = new AtomicInteger();
        both(() -> sum.addAndGet(Naming.limit), () -> sum.addAndGet(2));
        both(() -> sum.addAndGet(Named.count), () -> sum.addAndGet(1));
        check(sum.get() == 13);
    }

    /** Two runs come to states that differ in a thread's own value alone. */
    private static void threadLocals() throws InterruptedException {
        ThreadLocal<Integer> own = new ThreadLocal<>();
        AtomicInteger turn = new AtomicInteger();
        AtomicInteger other = new AtomicInteger();
        both(() -> {
            own.set(turn.get());
            other.get();
            check(own.get() == 0);
        }, () -> {
            turn.set(1);
            other.set(1);
        });
    }

    private static final class Closed {
        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected synchronized void finalize() {
            shared++;
        }
    }

    /** When the JVM collects is no matter of a schedule; what calls a finalizer itself does. */
    private static void finalizers() throws InterruptedException {
        both(() -> {
            for (int at = 0; at < 20; at++) {
                new Closed();
                System.gc();
            }
        }, () -> new Closed().finalize());
        check(shared == 1);
    }

    /** What is not called is not refused. */
    private static void unreached(int count) {
        if (count == 0) {
            java.util.List.of(1, 2).parallelStream().count();
        }
    }

    private static void time() throws InterruptedException {
        both(() -> shared = (int) System.nanoTime() | 1, () -> {
            if ((shared & 2) != 0) {
                ready = true;
            }
        });
    }
}
