import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Threads that wait, enter and run while main reports: what comes after is edited. */
public class Main {
    static final BlockingQueue<String> IN = new LinkedBlockingQueue<>();
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();

    static class Consumer extends Thread {
        int n; // count

        @Override
        public void run() {
            try {
                String s;
                while (!(s = IN.take()).equals("end")) { // take
                    n++;
                    OUT.put(process(s) + n);
                }
            } catch (InterruptedException e) {
                throw new Error(e);
            }
        }

        String process(String s) {
            return "<" + s + ">";
        }
    }

    static synchronized String enter(String s, int k) {
        return "in " + s + k; // entered
    }

    static class Guest extends Thread {
        @Override
        public void run() {
            OUT.add(pass(7)); // passes
        }

        String pass(int k) {
            String s = "guest";
            return enter(s, k) + s; // enters
        }
    }

    static class Busy extends Thread {
        volatile boolean stop;
        long rounds;

        @Override
        public void run() {
            long mine = 3;
            while (!stop) {
                mine = mine * 31 + 2; // busy
                rounds++;
            }
            OUT.add("busy " + (mine & 1) + (rounds > 0));
        }
    }

    public static void main(String[] a) throws Exception {
        Consumer c = new Consumer();
        Guest g = new Guest();
        Busy b = new Busy();
        c.start();
        b.start();
        IN.put("first");
        System.out.println(OUT.take());
        while (c.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        synchronized (Main.class) {
            g.start();
            while (g.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            report(c, g);
        }
        g.join();
        System.out.println(OUT.take());
        b.stop = true;
        b.join();
        System.out.println(OUT.take());
        System.out.println("end " + c.n);
    }

    static void report(Consumer c, Guest g) throws Exception {
        System.out.println("start"); // start
        IN.put("x");
        System.out.println(OUT.take());
        IN.put("end");
        c.join();
        System.out.println("reported"); // edit
    }
}
