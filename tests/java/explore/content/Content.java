import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads that meet in an object by ways that are no instruction nor a call on the object: views, arguments, reflection, the end of a task. */
public class Content {
    static int x;
    int field;
    static final Object[] results = new Object[2];

    public int add() {
        x = x + 1;
        return x;
    }

    static class Own extends ArrayList<Integer> {
        @Override
        public boolean add(Integer element) {
            return super.add(element);
        }
    }

    public static void main(String[] args) throws Exception {
        List<Integer> plain = new ArrayList<>();
        List<Integer> copied = new CopyOnWriteArrayList<>();
        List<Integer> locked = Collections.synchronizedList(plain);
        Map<Integer, Integer> map = new ConcurrentHashMap<>();
        int[] numbers = new int[1];
        Integer[] boxes = {0};
        Content one = new Content();
        switch (args[0]) {
            case "unmodifiable" -> two(() -> plain.add(1), Collections.unmodifiableList(plain)::size);
            case "unmodifiableMap" -> two(() -> map.put(1, 1), Collections.unmodifiableMap(map)::size);
            case "behindLock" -> two(() -> plain.add(1), locked::size);
            case "lockTwice" -> two(() -> grow(locked), () -> grow(locked));
            case "lockHeld" -> two(() -> growLocked(locked), () -> growLocked(locked));
            case "asList" -> two(() -> Arrays.asList(boxes).set(0, 1), () -> boxes[0]);
            case "copyOf" -> two(() -> plain.add(1), () -> List.copyOf(plain).size());
            case "constructor" -> two(() -> plain.add(1), () -> new ArrayList<>(plain).size());
            case "addAll" -> two(() -> copied.add(1), () -> {
                List<Integer> all = new ArrayList<>();
                all.addAll(copied);
                return all.size();
            });
            case "shown" -> two(() -> copied.add(1), () -> String.valueOf(copied));
            case "superclass" -> {
                Own own = new Own();
                two(() -> own.add(1), () -> own.add(2));
            }
            case "invoke" -> {
                Method add = Content.class.getMethod("add");
                two(() -> add.invoke(one), () -> add.invoke(one));
            }
            case "invokeList" -> {
                Method size = List.class.getMethod("size");
                two(() -> plain.add(1), () -> size.invoke(plain));
            }
            case "setStatic" -> {
                Field field = Content.class.getDeclaredField("x");
                two(() -> {
                    field.setInt(null, 5);
                    return 0;
                }, () -> x);
            }
            case "reflectedOnly" -> {
                Field field = Content.class.getDeclaredField("field");
                two(() -> {
                    field.setInt(one, 5);
                    return 0;
                }, () -> field.getInt(one));
            }
            case "setElement" -> two(() -> {
                Array.setInt(numbers, 0, 5);
                return 0;
            }, () -> numbers[0]);
            case "done" -> System.out.println(pool().submit(() -> 1).isDone());
            case "stageDone" -> System.out.println(CompletableFuture.supplyAsync(() -> 1).isDone());
            case "dependent" -> {
                CompletableFuture<Integer> first = new CompletableFuture<>();
                CompletableFuture<Integer> second = first.thenApply(it -> it + 1);
                two(() -> first.complete(1), second::isDone);
            }
            case "futureThread" -> {
                FutureTask<Integer> task = new FutureTask<>(() -> 1);
                new Thread(task).start();
                System.out.println(task.isDone());
            }
            case "ownExecutor" -> {
                Executor executor = task -> new Thread(() -> task.run()).start();
                System.out.println(CompletableFuture.supplyAsync(() -> 1, executor).isDone());
            }
            case "ownRun" -> {
                FutureTask<Integer> task = new FutureTask<>(() -> {
                    int value = x;
                    x = value + 1;
                    return x;
                });
                two(() -> {
                    task.run();
                    return task.get();
                }, () -> x = 5);
            }
            case "cancel" -> {
                ExecutorService pool = pool();
                pool.submit(() -> x = 1).cancel(false);
                System.out.println(ended(pool));
            }
            case "halt" -> Runtime.getRuntime().halt(3);
            case "cancelRunning" -> cancelRunning();
            case "counter" -> {
                AtomicInteger counter = new AtomicInteger();
                two(counter::incrementAndGet, () -> String.valueOf(counter));
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void two(Callable<Object> one, Callable<Object> other) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Callable<Object> body : List.of(one, other)) {
            int number = threads.size();
            threads.add(new Thread(() -> {
                try {
                    results[number] = body.call();
                } catch (Exception error) {
                    throw new IllegalStateException(error);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(results[0] + " " + results[1]);
    }

    private static int grow(List<Integer> list) {
        int size = list.size();
        list.add(1);
        return size;
    }

    private static int growLocked(List<Integer> list) {
        synchronized (list) {
            return grow(list);
        }
    }

    private static ExecutorService pool() {
        return Executors.newFixedThreadPool(1);
    }

    private static int ended(ExecutorService pool) throws InterruptedException {
        pool.shutdown();
        return pool.awaitTermination(1, TimeUnit.SECONDS) ? x : -1;
    }

    private static void cancelRunning() throws InterruptedException {
        CountDownLatch runs = new CountDownLatch(1);
        ExecutorService pool = pool();
        var future = pool.submit(() -> {
            runs.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException end) {
                x = 1;
            }
        });
        runs.await();
        future.cancel(true);
        System.out.println(ended(pool));
    }
}
