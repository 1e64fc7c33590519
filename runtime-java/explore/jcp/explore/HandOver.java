package jcp.explore;

import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/**
 * A queue without room: who puts an element waits for who takes it.
 */
public final class HandOver extends SynchronousQueue<Object> implements Modelled {
    private static final int PUTS = 0;
    private static final int TAKES = 1;
    private final transient Meetings meetings;

    /** As in the JDK. */
    public HandOver() {
        this(false);
    }

    /** As in the JDK. */
    public HandOver(boolean isFair) {
        super(isFair);
        meetings = new Meetings(isFair);
    }

    private Meetings.Comer meet(String text, int side, Object given, boolean isTimed) throws InterruptedException {
        Task self = Hooks.task();
        return meetings.meet(self, self.run.names.of(this, -2), text, side, 1 - side, given, isTimed);
    }

    private Meetings.Comer meetNow(String text, int side, Object given) {
        Task self = Hooks.task();
        return meetings.meetNow(self, self.run.names.of(this, -2), text, side, 1 - side, given);
    }

    @Override
    public void put(Object element) throws InterruptedException {
        meet("put", PUTS, Objects.requireNonNull(element), false);
    }

    @Override
    public boolean offer(Object element, long time, TimeUnit unit) throws InterruptedException {
        return meet("offer", PUTS, Objects.requireNonNull(element), true).isMet();
    }

    @Override
    public boolean offer(Object element) {
        return meetNow("offer", PUTS, Objects.requireNonNull(element)).isMet();
    }

    @Override
    public Object take() throws InterruptedException {
        return meet("take", TAKES, null, false).got();
    }

    @Override
    public Object poll(long time, TimeUnit unit) throws InterruptedException {
        return meet("poll", TAKES, null, true).got();
    }

    @Override
    public Object poll() {
        return meetNow("poll", TAKES, null).got();
    }

    @Override
    public int drainTo(Collection<? super Object> others) {
        return drainTo(others, Integer.MAX_VALUE);
    }

    @Override
    public int drainTo(Collection<? super Object> others, int most) {
        int count = 0;
        for (Object next; count < most && (next = poll()) != null; count++) {
            others.add(next);
        }
        return count;
    }
}
