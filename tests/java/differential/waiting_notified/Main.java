import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Threads that were notified while main holds the monitor: they go on when main lets it go, and wait for nothing more. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();

    static class Waits extends Thread {
        final Object lock;
        int rounds;

        Waits(String name, Object lock) {
            super(name);
            this.lock = lock;
        }

        @Override
        public void run() {
            int before = rounds + 40;
            try {
                synchronized (lock) {
                    rounds++;
                    lock.wait();
                    rounds++;
                }
                OUT.put(getName() + " was notified, " + rounds + " " + before);
            } catch (InterruptedException e) {
                OUT.add(getName() + " interrupted");
            }
        }
    }

    static class Box {
        String content;

        synchronized String take() throws InterruptedException {
            while (content == null) {
                wait();
            }
            return content;
        }
    }

    static class Takes implements Runnable {
        final Box box;

        Takes(Box box) {
            this.box = box;
        }

        @Override
        public void run() {
            try {
                OUT.put("took " + box.take());
            } catch (InterruptedException e) {
                OUT.add("taker interrupted");
            }
        }
    }

    static void await(Thread t, Thread.State state) {
        while (t.getState() != state) {
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

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Waits one = new Waits("one", lock);
        Waits two = new Waits("two", lock);
        Box box = new Box();
        Thread taker = new Thread(new Takes(box), "taker");
        for (Thread each : List.of(one, two, taker)) {
            each.start();
            await(each, Thread.State.WAITING);
        }
        synchronized (lock) {
            synchronized (box) {
                lock.notify();
                box.content = "a letter";
                box.notifyAll();
                await(taker, Thread.State.BLOCKED);
                work(lock);
            }
            System.out.println("main has the lock " + Thread.holdsLock(lock));
        }
        print(2);
        synchronized (lock) {
            lock.notify();
        }
        print(1);
        for (Thread each : List.of(one, two, taker)) {
            each.join();
        }
        System.out.println(one.rounds + " " + two.rounds);
    }

    static void work(Object lock) {
        System.out.println("here " + Thread.holdsLock(lock) + " " + OUT.size());
    }
}
