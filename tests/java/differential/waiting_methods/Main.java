import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** Threads that wait to enter a synchronized method, while main or another thread holds the monitor of its object or class. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final CountDownLatch OPEN = new CountDownLatch(1);

    static void print(int lines) throws InterruptedException {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            said.add(OUT.take());
        }
        said.sort(null);
        System.out.println(said);
    }

    static void await(Thread t, Thread.State state) {
        while (t.getState() != state) {
            Thread.onSpinWait();
        }
    }

    static class Box {
        final List<String> content = new ArrayList<>();
        int waiting;

        /** Two threads stand in this method: one waits for something to take, the other one to enter it. */
        synchronized String take(String name, long salt) throws InterruptedException {
            if (name == null) {
                throw new IllegalArgumentException("no name " + salt + ", " + Thread.holdsLock(this));
            }
            while (content.isEmpty()) {
                waiting++;
                wait();
                waiting--;
            }
            String taken = content.remove(0);
            try {
                return name.substring(0, 1) + " took " + taken.trim() + (salt + waiting);
            } catch (StringIndexOutOfBoundsException e) {
                return "nobody took " + taken;
            } finally {
                content.remove("rubbish");
            }
        }

        synchronized void put(String what) {
            content.add(what);
            notifyAll();
        }

        /** The monitor of a block on the first line of a synchronized method, with that of the method held. */
        synchronized int nested(Object inner) { synchronized (inner) { return content.size() + (Thread.holdsLock(this) && Thread.holdsLock(inner) ? 100 : 0); } }
    }

    static class Crate extends Box {
        @Override
        synchronized void put(String what) {
            super.put(what + "!");
        }
    }

    static int counted;

    static synchronized long count(int by, double times) {
        for (int i = 0; i < times; i++) {
            counted += by;
        }
        return Thread.holdsLock(Main.class) ? counted : -1;
    }

    interface Task {
        String run() throws InterruptedException;
    }

    static class Guest extends Thread {
        final Task task;

        Guest(String name, Task task) {
            super(name);
            this.task = task;
        }

        @Override
        public void run() {
            int before = OUT.size();
            String said;
            try {
                said = task.run();
            } catch (InterruptedException | RuntimeException e) {
                said = e.getMessage() + " " + e.getStackTrace()[0].getMethodName();
            }
            OUT.add(getName() + ": " + said + " after " + before);
        }
    }

    static String taking(Box box, String name, long salt) throws InterruptedException {
        return box.take(name, salt);
    }

    static String putting(Box box, String what) {
        box.put(what);
        return "put " + what;
    }

    /** Holds the class until it is told to let it go. */
    static class Keeper extends Thread {
        @Override
        public void run() {
            synchronized (Main.class) {
                try {
                    OPEN.await();
                } catch (InterruptedException e) {
                    OUT.add("interrupted");
                }
                OUT.add("lets go");
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Crate crate = new Crate();
        Object inner = new Object();
        Keeper keeper = new Keeper();
        keeper.start();
        await(keeper, Thread.State.WAITING);
        Guest first = new Guest("first", () -> taking(box, "anna", 1000));
        first.start();
        await(first, Thread.State.WAITING);
        List<Guest> guests = List.of(
            new Guest("second", () -> taking(box, "bert", 2000)),
            new Guest("third", () -> taking(box, null, 7)),
            new Guest("fourth", () -> "counted " + count(3, 2.5)),
            new Guest("fifth", () -> putting(crate, "apple")),
            new Guest("sixth", () -> "nested " + new Box().nested(inner)));
        synchronized (box) {
            synchronized (crate) {
                synchronized (inner) {
                    for (Guest each : guests) {
                        each.start();
                        await(each, Thread.State.BLOCKED);
                    }
                    guests.get(1).interrupt();
                    work(guests);
                }
            }
        }
        print(3);
        System.out.println(crate.content + " " + guests.get(1).isInterrupted());
        box.put(" pear ");
        box.put(" plum ");
        print(2);
        OPEN.countDown();
        print(2);
        keeper.join();
        for (Guest each : guests) {
            each.join();
        }
        first.join();
        System.out.println(box.content + " " + box.waiting + " " + counted);
    }

    static void work(List<Guest> guests) {
        System.out.println("here");
        for (Guest each : guests) {
            StackTraceElement top = each.getStackTrace()[0];
            System.out.println(each.getName() + " " + each.getState() + " " + each.isInterrupted() + " " + top.getMethodName() + ":" + top.getLineNumber() + " " + OUT.size());
        }
    }
}
