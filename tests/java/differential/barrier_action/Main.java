import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Phaser;

/** Main is in the action of a barrier, or of a phaser, to which another thread has come. */
public class Main {
    static void act() {
        System.out.println("action"); // here
    }

    public static void main(String[] args) throws Exception {
        boolean isBarrier = args[0].equals("barrier");
        CyclicBarrier barrier = new CyclicBarrier(2, Main::act);
        Phaser phaser = new Phaser(2) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                act();
                return false;
            }
        };
        Thread t = new Thread(() -> {
            try {
                System.out.println("passed " + (isBarrier ? barrier.await() : phaser.arriveAndAwaitAdvance()));
            } catch (Exception e) {
                System.out.println(e);
            }
        });
        t.start();
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        if (isBarrier) {
            barrier.await();
        } else {
            phaser.arriveAndAwaitAdvance();
        }
        t.join();
    }
}
