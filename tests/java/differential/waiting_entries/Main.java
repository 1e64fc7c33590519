import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** Threads that wait for the monitor of a synchronized block, which main holds, or another thread that waits. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final Object DOOR = new Object();
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

    static class Guest extends Thread {
        final Object[] doors;
        int entered;

        Guest(String name, Object... doors) {
            super(name);
            this.doors = doors;
        }

        @Override
        public void run() {
            for (Object door : doors) {
                int before = entered;
                synchronized (door) {
                    entered++;
                    OUT.add(getName() + " entered " + entered + " after " + before + ", holds " + Thread.holdsLock(door));
                }
            }
            try {
                within(this);
            } catch (NullPointerException e) {
                OUT.add(getName() + " met nothing");
            }
        }

        static void within(Guest guest) {
            synchronized (guest.doors[0]) {
                synchronized (guest.doors.length > 1 ? guest.doors[1] : null) {
                    OUT.add(guest.getName() + " within both");
                }
            }
        }
    }

    /** Holds the door until it is told to open it. */
    static class Keeper extends Thread {
        @Override
        public void run() {
            synchronized (DOOR) {
                try {
                    OPEN.await();
                } catch (InterruptedException e) {
                    OUT.add("interrupted");
                }
                OUT.add("opens");
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Object mine = new Object();
        Keeper keeper = new Keeper();
        keeper.start();
        await(keeper, Thread.State.WAITING);
        List<Guest> guests = List.of(new Guest("first", mine), new Guest("second", mine, DOOR), new Guest("third", DOOR, mine), new Guest("fourth", DOOR, DOOR));
        synchronized (mine) {
            for (Guest each : guests) {
                each.start();
                await(each, Thread.State.BLOCKED);
            }
            work(guests);
        }
        print(3);
        OPEN.countDown();
        print(9);
        keeper.join();
        for (Guest each : guests) {
            each.join();
            System.out.println(each.getName() + " " + each.entered);
        }
    }

    static void work(List<Guest> guests) {
        System.out.println("here");
        for (Guest each : guests) {
            System.out.println(each.getName() + " " + each.getState() + " " + each.entered + " " + OUT.size());
        }
    }
}
