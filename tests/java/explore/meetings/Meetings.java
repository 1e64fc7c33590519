import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

/** Small programs whose end states are known, of threads that meet in queues without room, exchangers, phasers, stamped locks, and pools. */
public class Meetings {
    static int x;
    static final Object[] results = new Object[4];

    static class Sum extends RecursiveTask<Integer> {
        final int n;

        Sum(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) {
                return n;
            }
            Sum one = new Sum(n - 1);
            one.fork();
            return new Sum(n - 2).compute() + one.join();
        }
    }

    static class Increment extends RecursiveAction {
        @Override
        protected void compute() {
            increment();
        }
    }

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "handOver" -> {
                SynchronousQueue<Integer> queue = new SynchronousQueue<>();
                run(() -> put(queue, 1), () -> put(queue, 2), () -> queue.take() * 10 + queue.take());
            }
            case "handOverOffer" -> {
                SynchronousQueue<Integer> queue = new SynchronousQueue<>();
                run(() -> queue.offer(1), () -> queue.poll(1, TimeUnit.SECONDS));
            }
            case "handOverPoll" -> {
                Queue<Integer> queue = new SynchronousQueue<>();
                run(() -> put((BlockingQueue<Integer>) queue, 1), () -> {
                    Integer first = queue.poll();
                    return first != null ? first : ((BlockingQueue<Integer>) queue).take() + 10;
                });
            }
            case "handOverStuck" -> {
                SynchronousQueue<Integer> queue = new SynchronousQueue<>(true);
                run(() -> put(queue, 1), () -> put(queue, 2), queue::take);
            }
            case "exchange" -> {
                Exchanger<Integer> exchanger = new Exchanger<>();
                run(() -> exchanger.exchange(1), () -> exchanger.exchange(2));
            }
            case "exchangeOfFour" -> {
                Exchanger<Integer> exchanger = new Exchanger<>();
                run(() -> exchanger.exchange(1), () -> exchanger.exchange(2), () -> exchanger.exchange(3), () -> exchanger.exchange(4));
            }
            case "exchangeTimed" -> {
                Exchanger<Integer> exchanger = new Exchanger<>();
                Callable<Object> body = () -> exchanger.exchange(1, 1, TimeUnit.SECONDS);
                run(body, body, body);
            }
            default -> others(args[0]);
        }
    }

    private static void others(String kind) throws Exception {
        Phaser phaser = new Phaser(2);
        StampedLock lock = new StampedLock();
        switch (kind) {
            case "phaser" -> run(() -> {
                x++;
                phaser.arriveAndAwaitAdvance();
                return x;
            }, () -> {
                phaser.arriveAndAwaitAdvance();
                x += 2;
                return x;
            });
            case "phase" -> {
                Phaser single = new Phaser(1);
                run(single::arrive, single::getPhase);
            }
            case "phaserTree" -> {
                Phaser root = new Phaser();
                Phaser one = new Phaser(root, 1);
                Phaser other = new Phaser(root, 1);
                run(() -> {
                    x = 1;
                    return one.arrive();
                }, () -> {
                    other.arriveAndAwaitAdvance();
                    return x;
                });
            }
            case "phaserOwn" -> {
                Phaser last = new Phaser(2) {
                    @Override
                    protected boolean onAdvance(int phase, int parties) {
                        x = 7;
                        return true;
                    }
                };
                run(() -> {
                    last.arriveAndAwaitAdvance();
                    return x;
                }, () -> {
                    last.arriveAndAwaitAdvance();
                    return last.isTerminated();
                });
            }
            case "stamped" -> run(() -> write(lock), () -> write(lock));
            case "optimistic" -> run(() -> write(lock), () -> {
                long stamp = lock.tryOptimisticRead();
                int value = x;
                return lock.validate(stamp) ? value : "again";
            });
            case "stampedRead" -> run(() -> {
                long stamp = lock.readLock();
                int value = x;
                lock.unlockRead(stamp);
                return value;
            }, () -> write(lock));
            default -> pools(kind);
        }
    }

    private static void pools(String kind) throws Exception {
        ForkJoinPool forks = new ForkJoinPool(2);
        switch (kind) {
            case "forks" -> System.out.println(forks.invoke(new Sum(3)));
            case "forkRace" -> {
                ForkJoinTask.invokeAll(new Increment(), new Increment());
                System.out.println(x);
            }
            case "forkPool" -> {
                ForkJoinTask<?> one = forks.submit(Meetings::increment);
                ForkJoinTask<?> other = forks.submit(Meetings::increment);
                one.join();
                other.get();
                forks.shutdown();
                System.out.println(forks.awaitTermination(1, TimeUnit.SECONDS) + " " + x);
            }
            case "forkDone" -> System.out.println(ForkJoinPool.commonPool().submit(() -> 1).isDone());
            case "cached" -> {
                ExecutorService pool = Executors.newCachedThreadPool();
                var one = pool.submit(Meetings::increment);
                var other = pool.submit(Meetings::increment);
                one.get();
                other.get();
                System.out.println(x);
            }
            case "shut" -> shut(Executors.newFixedThreadPool(1));
            case "forkShut" -> shut(forks);
            case "full" -> rejected(new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1)), 3);
            case "direct" -> rejected(new ThreadPoolExecutor(0, 1, 1, TimeUnit.SECONDS, new SynchronousQueue<>()), 2);
            default -> throw new IllegalArgumentException(kind);
        }
    }

    private static void shut(ExecutorService pool) throws Exception {
        run(() -> {
            pool.shutdown();
            return 0;
        }, () -> pool.isShutdown() ? 1 : 2);
    }

    private static void rejected(ThreadPoolExecutor pool, int tasks) {
        int count = 0;
        for (int task = 0; task < tasks; task++) {
            try {
                pool.execute(() -> {});
            } catch (RejectedExecutionException full) {
                count++;
            }
        }
        System.out.println(count);
    }

    private static void increment() {
        int value = x;
        x = value + 1;
    }

    private static int put(BlockingQueue<Integer> queue, int element) throws InterruptedException {
        queue.put(element);
        return 0;
    }

    private static int write(StampedLock lock) {
        long stamp = lock.writeLock();
        int value = x;
        x = value + 1;
        lock.unlockWrite(stamp);
        return value;
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
