package jcp.runtime.frames;

/** How a thread that waits at the checkpoint goes on in the replay. Named in checkpoints by its place here. */
public enum GoesOn {
    /** Its call is made again. */
    AGAIN,
    /** It is held before its call, which is made for the first time. */
    BEFORE,
    /** Its call has returned: the thread goes on behind it. */
    BEHIND,
    /** It was signalled in {@code Condition.await}, and waits for the lock: it takes the lock and goes on behind the call. */
    SIGNALLED,
    /** It was notified in {@code Object.wait}, and waits for the monitor: it enters the monitor after main and goes on behind the call. */
    NOTIFIED,
    /** It is about to enter a monitor, which others hold or will hold: it does so when main goes on. */
    ENTERS
}
