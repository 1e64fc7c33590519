package jcp.explore;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which plain accesses must be points: two of different tasks to one place, one of them a write, with no monitor held in common (the locksets of Eraser, Savage et
 * al. 1997), and not ordered by starting and joining threads.
 *
 * <p>What orders accesses otherwise, such as a volatile flag, is not looked at: then a place is a point for nothing, which changes no answer. In return accesses of different
 * executions can be compared, so that nothing is missed where an execution is cut at a state that another one came to.
 */
final class Sharing {
    /** An access: how far its task was ({@link Task#clock}), what it knew of others, what it held. */
    private record Access(int task, int tick, Clock clock, long[] held, boolean isWrite) {
        boolean races(Access other) {
            return task != other.task && (isWrite || other.isWrite) && tick > other.clock.of(task) && other.tick > clock.of(other.task) && !sharesLock(other);
        }

        private boolean sharesLock(Access other) {
            for (long one : held) {
                for (long another : other.held) {
                    if (one == another) {
                        return true;
                    }
                }
            }
            return false;
        }

        boolean isLike(Access other) {
            return task == other.task && tick == other.tick && isWrite == other.isWrite && java.util.Arrays.equals(held, other.held) && clock.isLike(other.clock);
        }
    }

    private final Map<Long, List<Access>> accesses = new HashMap<>();

    /** Forgets what was accessed. */
    void forget() {
        accesses.clear();
    }

    /** Whether an access to the place races with an earlier one of any execution. */
    boolean races(Task task, long place, boolean isWrite) {
        Access access = new Access(task.lasting, task.clock.of(task.lasting), task.clock, task.held(), isWrite);
        List<Access> others = accesses.computeIfAbsent(place, it -> new ArrayList<>(2));
        for (Access other : others) {
            if (access.races(other)) {
                return true;
            }
            if (access.isLike(other)) {
                return false; // it was compared with all that were there, and these with it since
            }
        }
        others.add(new Access(access.task, access.tick, task.clock.copy(), access.held, isWrite));
        return false;
    }
}
