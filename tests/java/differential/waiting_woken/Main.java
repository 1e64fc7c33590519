import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Threads that are notified while main stands at the checkpoint, and then hold a monitor in which others have waited since they began to. */
public class Main {
    static final CountDownLatch OVER = new CountDownLatch(1);
    static volatile boolean go;

    /** A mailbox as programs have them. */
    static class Box {
        final Object outer = new Object();
        int letters;
        int waiting;

        synchronized void put(int more) {
            letters += more;
            notify();
        }

        synchronized void putAll(int more) {
            letters += more;
            notifyAll();
        }

        synchronized void take() throws InterruptedException {
            waiting++;
            while (letters == 0) {
                wait();
            }
            letters--;
        }

        void takeInside() throws InterruptedException {
            synchronized (outer) {
                take();
            }
        }

        void takeTimed() throws InterruptedException {
            synchronized (this) {
                waiting++;
                while (letters == 0) {
                    TimeUnit.HOURS.timedWait(this, 1);
                }
                letters--;
            }
        }

        synchronized int waiting() {
            return waiting;
        }
    }

    static class Taker extends Thread {
        final Box box;
        final int how;
        boolean took;

        Taker(Box box, int how) {
            this.box = box;
            this.how = how;
        }

        @Override
        public void run() {
            try {
                if (how == 0) {
                    box.takeInside();
                } else if (how == 1) {
                    box.take();
                } else {
                    box.takeTimed();
                }
                took = true;
            } catch (InterruptedException e) {
                took = false;
            }
        }
    }

    /** Runs until main waits, be it for the threads that the snapshot awaits, and then notifies the first one of each box. */
    static class Sender extends Thread {
        final List<Box> boxes;
        final Thread main = Thread.currentThread();
        boolean sent;

        Sender(List<Box> boxes) {
            this.boxes = boxes;
        }

        @Override
        public void run() {
            while (!go || main.getState() == State.RUNNABLE) {
                Thread.onSpinWait();
            }
            for (Box each : boxes) {
                each.put(1);
            }
            try {
                OVER.await();
                sent = true;
            } catch (InterruptedException e) {
                sent = false;
            }
        }
    }

    public static void main(String[] args) throws Exception {
        List<Box> boxes = new ArrayList<>();
        List<Taker> takers = new ArrayList<>();
        for (int first = 0; first < 3; first++) {
            Box box = new Box();
            boxes.add(box);
            for (int i = 0; i < 3; i++) {
                Taker taker = new Taker(box, i == 0 ? first : 1 + i % 2);
                taker.start();
                takers.add(taker);
                while (box.waiting() <= i) { // it has let go of the monitor then
                    Thread.onSpinWait();
                }
            }
        }
        Sender sender = new Sender(boxes);
        sender.start();
        go = true;
        work(boxes, takers);
        OVER.countDown();
        sender.join();
        System.out.println("sent " + sender.sent);
    }

    static void work(List<Box> boxes, List<Taker> takers) throws Exception {
        System.out.println("here");
        for (Box each : boxes) {
            each.putAll(2);
        }
        int took = 0;
        for (Taker each : takers) {
            each.join();
            took += each.took ? 1 : 0;
        }
        System.out.println(took + " took");
    }
}
