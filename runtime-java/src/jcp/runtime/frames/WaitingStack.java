package jcp.runtime.frames;

import java.util.concurrent.TimeUnit;
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
        return isAgain(depth) && number == waits.limit ? left() : super.value(depth, number);
    }

    /** Of the unit of a time limit nanoseconds, since a day's limit may have an hour left. */
    @Override
    public Object reference(int depth, int number) {
        Object value = super.reference(depth, number);
        boolean isUnit = isAgain(depth) && waits.limit >= 0 && (number == waits.unit || number == waits.receiver) && value instanceof TimeUnit;
        return isUnit && limit() > 0 ? TimeUnit.NANOSECONDS : value;
    }

    private boolean isAgain(int depth) {
        return goesOn == GoesOn.AGAIN && depth + 1 == chain.size();
    }

    private long limit() {
        return super.value(chain.size() - 1, waits.limit);
    }

    /** What is left of the call's time limit. */
    private long left() {
        int slot = waits.unit < 0 ? waits.receiver : waits.unit;
        Object unit = slot < 0 ? null : super.reference(chain.size() - 1, slot);
        return Calls.left(waits.name, limit(), unit instanceof TimeUnit ? (TimeUnit) unit : null, System.nanoTime() - waiter.since());
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
