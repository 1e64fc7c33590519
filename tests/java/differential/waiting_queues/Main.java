import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Threads that wait in queues: takers of each kind of queue, several of one queue in their order, and one that waits for room. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static int made;

    static class Taker extends Thread {
        final BlockingQueue<?> queue;
        int taken;

        Taker(String name, BlockingQueue<?> queue) {
            super(name);
            this.queue = queue;
            setDaemon(true);
        }

        @Override
        public void run() {
            String before = "";
            try {
                while (true) {
                    Object element = next(before.length());
                    taken++;
                    before += element;
                    OUT.put(getName() + " took " + element + ", " + taken + " so far: " + before);
                }
            } catch (InterruptedException e) {
                OUT.add(getName() + " was interrupted after " + before);
            }
        }

        Object next(long least) throws InterruptedException {
            return taken % 2 == 0 ? queue.take() : queue.poll(least + 100, TimeUnit.DAYS);
        }
    }

    static class Late implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }

        @Override
        public String toString() {
            return "late";
        }
    }

    static <T> void give(BlockingQueue<T> queue, T element) throws InterruptedException {
        queue.put(element);
        System.out.println(OUT.take());
    }

    static void await(Thread t) {
        while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        List<BlockingQueue<Object>> queues = List.of(new ArrayBlockingQueue<>(3), new LinkedBlockingQueue<>(), new LinkedBlockingDeque<>(),
            new PriorityBlockingQueue<>(), new LinkedTransferQueue<>(), new SynchronousQueue<>(), new SynchronousQueue<>(true));
        List<Thread> threads = new ArrayList<>();
        for (BlockingQueue<Object> queue : queues) {
            Taker taker = new Taker("taker " + made++, queue);
            taker.start();
            threads.add(taker);
            give(queue, "a" + made);
            if (made % 2 == 0) {
                give(queue, "b" + made);
            }
        }
        DelayQueue<Late> late = new DelayQueue<>();
        Thread of = new Taker("of delays", late);
        of.start();
        threads.add(of);
        LinkedBlockingQueue<Object> shared = new LinkedBlockingQueue<>();
        for (int i = 0; i < 3; i++) {
            Thread one = new Taker("worker " + i, shared);
            one.start();
            await(one); // in this order
            threads.add(one);
        }
        ArrayBlockingQueue<String> full = new ArrayBlockingQueue<>(1);
        full.put("first");
        Thread giver = new Thread(() -> {
            for (int i = 0; i < 3; i++) {
                try {
                    full.put("element " + i);
                    OUT.put("there was room for " + i);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }, "giver");
        giver.start();
        threads.add(giver);
        for (Thread each : threads) {
            await(each);
        }
        work(queues, late, shared, full, threads);
    }

    static void work(List<BlockingQueue<Object>> queues, DelayQueue<Late> late, BlockingQueue<Object> shared, BlockingQueue<String> full,
            List<Thread> threads) throws Exception {
        System.out.println("here");
        for (int round = 0; round < 2; round++) {
            for (BlockingQueue<Object> queue : queues) {
                give(queue, "c" + made++);
            }
        }
        give(late, new Late());
        for (int i = 0; i < 7; i++) {
            give(shared, "job" + i);
            for (Thread each : threads) {
                await(each);
            }
        }
        for (int i = 0; i < 3; i++) {
            System.out.println("took " + full.take() + "; " + OUT.take());
        }
        System.out.println("left " + full.take());
        for (Thread each : threads) {
            if (each instanceof Taker) {
                each.interrupt();
                System.out.println(OUT.take());
            }
            each.join();
        }
    }
}
