package jcp.explore;

/**
 * Ends the threads of an execution that is over. The program may catch it, or run code in {@code finally}: each hook throws it again.
 */
final class Abort extends Error {
    private static final long serialVersionUID = 1;

    Abort() {
        super("this execution is over", null, false, false);
    }
}
