package jcp.explore;

import java.util.ArrayList;
import java.util.List;

/**
 * Where two tasks meet, and each gets what the other gives. A task that finds no partner waits for one.
 */
final class Meetings implements Modelled {
    /** A task that has come. */
    static final class Comer implements Modelled {
        private final Task task;
        private final int side;
        private final Object given;
        private Object got;
        private boolean isMet;

        private Comer(Task task, int side, Object given) {
            this.task = task;
            this.side = side;
            this.given = given;
        }

        boolean isMet() {
            return isMet;
        }

        Object got() {
            return got;
        }
    }

    /** Who waits, and who was met and has not gone on yet. */
    private final List<Comer> waiting = new ArrayList<>();
    private final boolean isFair;

    /** {@code isFair}: who waits longest is met first, otherwise who came last. */
    Meetings(boolean isFair) {
        this.isFair = isFair;
    }

    private Comer partner(int side) {
        Comer found = null;
        for (Comer comer : waiting) {
            if (!comer.isMet && comer.side == side && (found == null || !isFair)) {
                found = comer;
            }
        }
        return found;
    }

    /** Meets a task of the side {@code wanted}, if there is one. */
    Comer meetNow(Task self, long where, String text, int side, int wanted, Object given) {
        self.run.point(self, Op.always(text, Effects.writing(where)));
        Comer mine = new Comer(self, side, given);
        Comer other = partner(wanted);
        if (other != null) {
            other.isMet = true;
            other.got = given;
            mine.isMet = true;
            mine.got = other.given;
        }
        return mine;
    }

    /** The same; waits if there is none. Not met: its time is over. */
    Comer meet(Task self, long where, String text, int side, int wanted, Object given, boolean isTimed) throws InterruptedException {
        Threads.interruptible(self);
        Comer mine = meetNow(self, where, text, side, wanted, given);
        if (mine.isMet) {
            return mine;
        }
        waiting.add(mine);
        Effects effects = Effects.writing(where);
        effects.read(Threads.flag(self));
        self.run.point(self, new Op("wait in " + text, effects, () -> mine.isMet || self.interrupted).timed(isTimed));
        waiting.remove(mine);
        if (!mine.isMet) {
            Threads.interruptible(self);
        }
        return mine;
    }
}
