import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

/** Timers whose tasks have run, and one that was cancelled: they get tasks again behind the checkpoint. */
public class Main {
    static final List<String> RAN = new ArrayList<>();
    static Timer cancelled = new Timer(true);

    static void task(Timer timer, String what) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                RAN.add(what + " in " + Thread.currentThread().getName() + " " + Thread.currentThread().isDaemon());
                done.countDown();
            }
        }, 1);
        done.await();
    }

    static void work(Timer named, Timer numbered) throws InterruptedException {
        System.out.println(RAN); // here
        task(named, "third");
        task(numbered, "fourth");
        task(new Timer(true), "fifth");
        System.out.println(RAN);
        try {
            cancelled.schedule(new TimerTask() {
                @Override
                public void run() {}
            }, 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        cancelled.cancel();
    }

    public static void main(String[] args) throws InterruptedException {
        Timer named = new Timer("named", true);
        Timer numbered = new Timer();
        task(named, "first");
        task(numbered, "second");
        task(cancelled, "before");
        cancelled.cancel();
        work(named, numbered);
        named.cancel();
        numbered.cancel();
    }
}
