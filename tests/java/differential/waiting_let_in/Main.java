import java.util.List;

/** Threads that enter a monitor, of a block and of a method, while a thread that computes is awaited for the snapshot: they are held inside. */
public class Main {
    static volatile boolean stop;
    static volatile int rounds;
    static volatile int sink;

    static int fib(int n) {
        return n < 2 ? 1 : fib(n - 1) + fib(n - 2);
    }

    /** Comes to the head of its loop only after it has let go of the monitor. */
    static class Busy extends Thread {
        @Override
        public void run() {
            while (!stop) {
                round();
            }
        }

        void round() {
            synchronized (Main.class) {
                sink += fib(39);
                rounds++;
            }
            sink += fib(37);
        }
    }

    static class Guest extends Thread {
        final boolean byMethod;
        String said = "";

        Guest(boolean byMethod) {
            this.byMethod = byMethod;
        }

        @Override
        public void run() {
            if (byMethod) {
                enter(this, said.length());
            } else {
                synchronized (Main.class) {
                    said += "in a block " + Thread.holdsLock(Main.class);
                }
            }
            said += ", then " + Thread.holdsLock(Main.class);
        }

        static void enter(Guest guest, int before) {
            enterClass(guest, before);
        }
    }

    static synchronized void enterClass(Guest guest, int before) {
        guest.said += "in a method " + Thread.holdsLock(Main.class) + before;
    }

    /** A guest that waits for the monitor. */
    static Guest waiting(boolean byMethod) throws InterruptedException {
        while (true) {
            Guest guest = new Guest(byMethod);
            guest.start();
            while (guest.getState() != Thread.State.BLOCKED && guest.isAlive()) {
                Thread.onSpinWait();
            }
            if (guest.isAlive()) {
                return guest;
            }
            guest.join();
        }
    }

    public static void main(String[] args) throws Exception {
        Busy busy = new Busy();
        busy.start();
        while (rounds == 0) {
            Thread.onSpinWait();
        }
        Guest guest = waiting(args.length > 0);
        work(guest);
        guest.join();
        stop = true;
        busy.join();
        System.out.println(guest.said);
        rounds = 0; // how many there were is chance
        sink = 0;
    }

    static void work(Guest guest) {
        System.out.println("here " + guest.byMethod);
    }
}
