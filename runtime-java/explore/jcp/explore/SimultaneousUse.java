package jcp.explore;

/**
 * Two threads use an object at the same time that is not made for it, such as an {@code ArrayList}. The program need not notice: so it ends the execution.
 */
final class SimultaneousUse extends Error {
    private static final long serialVersionUID = 1;

    SimultaneousUse(String text) {
        super(text);
    }

    @Override
    public String toString() {
        return "two threads use an object that is not made for threads: " + getMessage();
    }
}
