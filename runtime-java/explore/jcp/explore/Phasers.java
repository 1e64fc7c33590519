package jcp.explore;

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Phasers: parties arrive at the real one, which does not wait; waiting for the next phase is a step of its own. All phasers of one root are one place ({@link Names}).
 */
public final class Phasers {
    private Phasers() {}

    /** {@code phaser.arriveAndAwaitAdvance()}. */
    public static int arriveAndAwaitAdvance(Phaser phaser) {
        Hooks.call(phaser, "arrive at phaser", 0, true);
        int phase;
        try {
            phase = phaser.arrive();
        } finally {
            Hooks.returned(phaser);
        }
        return awaitAdvance(phaser, phase);
    }

    /** {@code phaser.awaitAdvance(phase)}. */
    public static int awaitAdvance(Phaser phaser, int phase) {
        if (phase < 0) {
            return phase;
        }
        Task self = Hooks.task();
        self.run.point(self, new Op("await phaser", Effects.reading(self.run.names.of(phaser, -2)), () -> phaser.getPhase() != phase));
        return phaser.getPhase();
    }

    /** {@code phaser.awaitAdvanceInterruptibly(phase)}. */
    public static int awaitAdvanceInterruptibly(Phaser phaser, int phase) throws InterruptedException {
        return Blocking.interruptible(phaser, "await phaser", false, () -> phaser.getPhase() != phase) ? phaser.getPhase() : phase;
    }

    /** {@code phaser.awaitAdvanceInterruptibly(phase, time, unit)}. */
    public static int awaitAdvanceInterruptibly(Phaser phaser, int phase, long time, TimeUnit unit) throws InterruptedException, TimeoutException {
        if (!Blocking.interruptible(phaser, "await phaser", true, () -> phaser.getPhase() != phase)) {
            throw new TimeoutException();
        }
        return phaser.getPhase();
    }
}
