import java.util.concurrent.CountDownLatch;

/** The chain leads through calls that bind scoped values, as does that of a thread that waits. */
public class Main {
    static final ScopedValue<String> USER = ScopedValue.newInstance();
    static final ScopedValue<Integer> LEVEL = ScopedValue.newInstance();
    static final CountDownLatch OPEN = new CountDownLatch(1);

    static void tell(String what) {
        System.out.println(what + ": " + USER.orElse("nobody") + ", " + (LEVEL.isBound() ? LEVEL.get() : -1));
    }

    static void serve() {
        tell("serve");
        String answer = ScopedValue.where(LEVEL, 2).where(USER, USER.get() + "'s friend").call(() -> {
            tell("inner");
            work();
            tell("inner again");
            return "answer";
        });
        tell(answer);
    }

    static void work() {
        tell("work");
        ScopedValue.where(LEVEL, 3).run(() -> tell("deeper"));
    }

    static void waits() {
        tell("thread");
        try {
            OPEN.await();
        } catch (InterruptedException e) {
            tell("interrupted");
        }
        tell("thread again");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            ScopedValue.where(USER, "thread").run(() -> waits());
            tell("thread's end");
        });
        other.start();
        while (other.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        ScopedValue.where(USER, "user").run(() -> serve());
        OPEN.countDown();
        other.join();
        tell("end");
    }
}
