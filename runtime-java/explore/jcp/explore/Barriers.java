package jcp.explore;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

/**
 * Cyclic barriers: nobody arrives at the real one, since its last arrival alone would not wait.
 */
final class Barriers {
    private static final class Generation {
        int arrived;
        boolean isTripped;
        boolean isBroken;
    }

    private final Map<CyclicBarrier, Generation> generations = new IdentityHashMap<>();

    /** How many have arrived, as numbers. */
    java.util.List<Long> known(Object object) {
        Generation generation = generations.get(object);
        return generation == null ? java.util.List.of() : java.util.List.of((long) generation.arrived, generation.isBroken ? 1L : 0L);
    }

    /** The arrival's index; -1 if its time is over. */
    static int await(CyclicBarrier barrier, boolean isTimed) throws InterruptedException, BrokenBarrierException {
        Task self = Hooks.task();
        Run run = self.run;
        Map<CyclicBarrier, Generation> all = run.barriers.generations;
        Threads.interruptible(self);
        long where = run.names.of(barrier, -2);
        run.point(self, Op.always("arrive at barrier", Effects.writing(where)));
        Generation generation = all.computeIfAbsent(barrier, it -> new Generation());
        if (generation.isBroken) {
            throw new BrokenBarrierException();
        }
        int index = barrier.getParties() - ++generation.arrived;
        if (index == 0) {
            Runnable action = action(barrier);
            if (action != null) {
                action.run();
            }
            generation.isTripped = true;
            all.remove(barrier);
            run.effects().write(where);
            return 0;
        }
        Effects effects = Effects.writing(where);
        effects.read(Threads.flag(self));
        run.point(self, new Op("await barrier", effects, () -> generation.isTripped || generation.isBroken || self.interrupted).timed(isTimed));
        if (generation.isTripped) {
            return index;
        }
        boolean wasBroken = generation.isBroken;
        generation.isBroken = true;
        Threads.interruptible(self);
        if (wasBroken) {
            throw new BrokenBarrierException();
        }
        return -1;
    }

    private static Runnable action(CyclicBarrier barrier) {
        return (Runnable) Parts.value(CyclicBarrier.class, barrier, "barrierCommand");
    }
}
