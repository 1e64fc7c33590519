package jcp.runtime.frames;

import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.program.Plan;

/** The stack of a thread besides main, which waits in the call of its chain. */
public final class WaitingStack extends Stack {
    private final Plan.Waits waits;
    private final Waiter waiter;
    private final GoesOn goesOn;

    public WaitingStack(Plan.Waits waits, Waiter waiter, HashGenerator generator, boolean interrupted, GoesOn goesOn) {
        super(waits.chain, waiter, generator, interrupted);
        this.waits = waits;
        this.waiter = waiter;
        this.goesOn = goesOn;
    }

    /** Of a time limit what is left. */
    @Override
    public long value(int depth, int number) {
        boolean isLimit = goesOn == GoesOn.AGAIN && depth + 1 == chain.size() && number == waits.limit;
        return isLimit ? left() : super.value(depth, number);
    }

    /** What is left of the call's time limit. */
    private long left() {
        int from = shadow.start(chain.size() - 1);
        Object unit = waits.unit < 0 ? null : shadow.references[from + waits.unit];
        return Calls.left(waits, shadow.values[from + waits.limit], unit, System.nanoTime() - waiter.since());
    }

    /** What a call gives that was signalled, but has not returned. */
    @Override
    public char madeUp(int depth) {
        boolean gives = goesOn == GoesOn.SIGNALLED && depth + 1 == chain.size() && (waits.limit >= 0 || waits.name.equals("awaitUntil"));
        return !gives ? 0 : waits.name.equals("awaitNanos") ? 'J' : 'I';
    }

    /** There is time left. */
    @Override
    public long madeUpValue() {
        return waits.name.equals("awaitNanos") ? left() : 1;
    }
}
