package jcp.explore;

import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An exchanger: two threads that come one after the other exchange what they bring.
 */
public final class Exchanges extends Exchanger<Object> implements Modelled {
    private final Meetings meetings = new Meetings(true);

    /** As in the JDK. */
    public Exchanges() {}

    /** {@code exchanger.exchange(given)}. */
    public static Object exchange(Exchanger<?> exchanger, Object given) throws InterruptedException {
        return exchange(exchanger, given, false).got();
    }

    /** {@code exchanger.exchange(given, time, unit)}. */
    public static Object exchange(Exchanger<?> exchanger, Object given, long time, TimeUnit unit) throws InterruptedException, TimeoutException {
        Meetings.Comer mine = exchange(exchanger, given, true);
        if (!mine.isMet()) {
            throw new TimeoutException();
        }
        return mine.got();
    }

    private static Meetings.Comer exchange(Exchanger<?> exchanger, Object given, boolean isTimed) throws InterruptedException {
        Task self = Hooks.task();
        if (!(exchanger instanceof Exchanges)) {
            self.run.unsupported("an exchanger of a class of its own, which jcp does not order, " + exchanger.getClass().getName());
        }
        return ((Exchanges) exchanger).meetings.meet(self, self.run.names.of(exchanger, -2), "exchange", 0, 0, given, isTimed);
    }
}
