import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Threads that wait on monitors, sleep and join, with monitors held above, in nested calls and synchronized methods. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final Object OUTER = new Object();

    static class Account {
        int money;

        synchronized int take(int wanted, String who) throws InterruptedException {
            int rounds = 0;
            while (money < wanted) {
                rounds++;
                wait(TimeUnit.DAYS.toMillis(50), 7);
            }
            money -= wanted;
            OUT.add(who + " took " + wanted + " after " + (rounds > 0));
            return money;
        }

        synchronized void put(int more) {
            money += more;
            notifyAll();
        }
    }

    static class Client implements Runnable {
        final Account account;
        final int wanted;

        Client(Account account, int wanted) {
            this.account = account;
            this.wanted = wanted;
        }

        @Override
        public void run() {
            String who = Thread.currentThread().getName();
            try {
                double share = 0.5 + account.take(wanted, who);
                OUT.add(who + " left " + share);
            } catch (InterruptedException e) {
                OUT.add(who + " interrupted");
            }
        }
    }

    static class Holder extends Thread {
        final Object inner = new Object();
        boolean open;

        @Override
        public void run() {
            synchronized (OUTER) {
                synchronized (inner) {
                    while (!open) {
                        try {
                            inner.wait();
                        } catch (InterruptedException e) {
                            OUT.add("holder interrupted");
                        }
                    }
                }
                OUT.add("holder has the outer one: " + Thread.holdsLock(OUTER));
            }
        }
    }

    static class Sleeper extends Thread {
        long slept;

        @Override
        public void run() {
            long start = System.nanoTime();
            try {
                Thread.sleep(TimeUnit.DAYS.toMillis(1));
                OUT.add("slept a day");
            } catch (InterruptedException e) {
                OUT.add("woken " + (System.nanoTime() >= start) + " " + isInterrupted());
            }
        }
    }

    static class Joiner extends Thread {
        final Thread of;

        Joiner(Thread of) {
            this.of = of;
        }

        @Override
        public void run() {
            try {
                of.join();
                OUT.add("joined " + of.isAlive());
            } catch (InterruptedException e) {
                OUT.add("joiner interrupted");
            }
        }
    }

    static void await(Thread t) {
        while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
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
        Account account = new Account();
        Thread rich = new Thread(new Client(account, 100), "rich");
        Thread poor = new Thread(new Client(account, 1), "poor");
        Holder holder = new Holder();
        Sleeper sleeper = new Sleeper();
        Joiner joiner = new Joiner(sleeper);
        List<Thread> all = List.of(rich, poor, holder, sleeper, joiner);
        for (Thread each : all) {
            each.start();
            await(each);
        }
        int left = work(account, holder, sleeper);
        for (Thread each : all) {
            each.join();
        }
        System.out.println("left " + left + ", " + OUT.size());
    }

    static int work(Account account, Holder holder, Thread sleeper) throws InterruptedException {
        System.out.println("here " + account.money);
        account.put(5);
        print(2);
        account.put(200);
        print(2);
        synchronized (holder.inner) {
            holder.open = true;
            holder.inner.notify();
        }
        print(1);
        sleeper.interrupt();
        print(2);
        return account.money;
    }
}
