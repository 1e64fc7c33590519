package jcp.runtime;

/** The shadow frames of a checkpoint, by depth. */
final class Frames {
    /** The values of one frame. */
    static final class Frame {
        final long[] values;
        final Object[] references;

        Frame(int slots) {
            values = new long[slots];
            references = new Object[slots];
        }
    }

    private final Frame[] frames;

    Frames(Frame[] frames) {
        this.frames = frames;
    }

    Frame at(int depth) {
        return frames[depth];
    }
}
