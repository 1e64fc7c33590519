package jcp.explore;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * What a task does first in its next step: its operation at a point.
 */
final class Op {
    /** For people: {@code lock}, {@code read count}. */
    final String text;
    /** What it touches, as far as that is known before. */
    final Effects effects;
    /** Whether it can be done now; null: always. */
    private final BooleanSupplier ready;
    /** In how many ways it can be done; null: in one. */
    private IntSupplier ways;
    /** Whether it ends by itself after some time, if nothing else can run. */
    boolean timed;
    /** Whether it may end without a cause, as {@code wait} may. */
    boolean spurious;
    /** Whether it is plain accesses, which order nothing. */
    boolean plain;
    /** Whether it may end without being ready: a wait needs its monitor back; null: always. */
    private BooleanSupplier free;
    /** Whether a task may stand here for ever without harm, such as a pool's idle worker. */
    boolean idle;
    /** The task that holds what is waited for, or null: for the cycle of a deadlock. */
    java.util.function.Supplier<Task> holder;

    Op(String text, Effects effects, BooleanSupplier ready) {
        this.text = text;
        this.effects = effects;
        this.ready = ready;
        effects.waits |= ready != null;
    }

    static Op always(String text, Effects effects) {
        return new Op(text, effects, null);
    }

    /** Plain accesses. */
    static Op plain(String text, Effects effects) {
        Op op = always(text, effects);
        op.plain = true;
        return op;
    }

    Op timed(boolean isTimed) {
        timed = isTimed;
        return this;
    }

    /** A wait that may end without a cause, and by time, but only once this holds. */
    Op waking(boolean isTimed, BooleanSupplier isFree) {
        timed = isTimed;
        spurious = !isTimed;
        free = isFree;
        return this;
    }

    boolean isFree() {
        return free == null || free.getAsBoolean();
    }

    /** Whether it is always free. */
    boolean needsNothing() {
        return free == null;
    }

    Op ways(IntSupplier several) {
        ways = several;
        return this;
    }

    Op heldBy(java.util.function.Supplier<Task> owner) {
        holder = owner;
        return this;
    }

    boolean isReady() {
        return ready == null || ready.getAsBoolean();
    }

    int ways() {
        return ways == null ? 1 : Math.max(1, ways.getAsInt());
    }
}
