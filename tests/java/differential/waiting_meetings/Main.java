import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Threads that wait for others at a phaser, at one with children, and at exchangers, also with nothing and with a time limit. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();

    static void print(int lines) throws InterruptedException {
        List<String> said = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            said.add(OUT.take());
        }
        said.sort(null);
        System.out.println(said);
    }

    static void await(Thread t) {
        while (t.isAlive() && t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    /** Tells of its advances. */
    static class Rounds extends Phaser {
        Rounds(int parties) {
            super(parties);
        }

        @Override
        protected boolean onAdvance(int phase, int parties) {
            OUT.add("advance " + phase + " of " + parties);
            return false;
        }
    }

    static class Party extends Thread {
        final Phaser phaser;

        Party(String name, Phaser phaser) {
            super(name);
            this.phaser = phaser;
        }

        @Override
        public void run() {
            int phase = 0;
            while (phase >= 0) {
                phase = phaser.arriveAndAwaitAdvance();
                OUT.add(getName() + (phase < 0 ? " ended" : " in " + phase));
            }
        }
    }

    static class Trader extends Thread {
        final Exchanger<String> exchanger;
        final String first;
        final long limit;

        Trader(String first, long limit, Exchanger<String> exchanger) {
            this.exchanger = exchanger;
            this.first = first;
            this.limit = limit;
        }

        @Override
        public void run() {
            String goods = first;
            int trades = 0;
            try {
                while (trades < 3) {
                    goods = limit == 0 ? exchanger.exchange(goods) : exchanger.exchange(goods, limit, TimeUnit.MILLISECONDS);
                    OUT.add("trade " + ++trades + " of " + first + ": " + goods);
                }
            } catch (InterruptedException e) {
                OUT.add(first + " interrupted after " + trades);
            } catch (TimeoutException e) {
                OUT.add(first + " came too late after " + trades);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Phaser rounds = new Rounds(3);
        Phaser root = new Phaser();
        Phaser left = new Phaser(root, 2);
        Phaser right = new Phaser(root, 2);
        List<Thread> parties = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            parties.add(new Party("party " + i, rounds));
            parties.add(new Party("left " + i, left));
        }
        parties.add(new Party("right", right));
        Exchanger<String> goods = new Exchanger<>();
        Exchanger<String> nothing = new Exchanger<>();
        Exchanger<String> timed = new Exchanger<>();
        parties.add(new Trader("silk", 0, goods));
        parties.add(new Trader(null, 0, nothing));
        parties.add(new Trader("ice", 100_000_000, timed));
        for (Thread each : parties) {
            each.start();
            await(each);
        }
        System.out.println(goods.exchange("gold"));
        print(1);
        for (Thread each : parties) {
            await(each);
        }
        work(parties, rounds, right, goods, nothing, timed);
        root.forceTermination();
        print(3);
        rounds.forceTermination();
        print(2);
        parties.get(6).interrupt();
        parties.get(7).interrupt();
        print(2);
        for (Thread each : parties) {
            each.join();
        }
        System.out.println(rounds.isTerminated() + " " + root.isTerminated() + " " + rounds.getArrivedParties() + " " + left.getUnarrivedParties());
    }

    static void work(List<Thread> parties, Phaser rounds, Phaser right, Exchanger<String> goods, Exchanger<String> nothing, Exchanger<String> timed)
            throws InterruptedException {
        System.out.println("here " + rounds.getArrivedParties() + " " + rounds.getPhase() + " " + right.getArrivedParties());
        for (int i = 0; i < 2; i++) {
            OUT.add("main in " + rounds.arriveAndAwaitAdvance());
            print(4);
            OUT.add("main, right, in " + right.arriveAndAwaitAdvance());
            print(4);
            System.out.println(goods.exchange("coin " + i) + " " + nothing.exchange(i == 0 ? "breath" : null) + " " + timed.exchange(null));
            print(3);
            for (Thread each : parties) {
                if (each.isAlive()) {
                    await(each);
                }
            }
        }
    }
}
