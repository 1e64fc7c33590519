package jcp.runtime.frames;

/** The shadow frames of a checkpoint, by depth. */
public final class Frames {
    /** The values of one frame. */
    public static final class Frame {
        public final long[] values;
        public final Object[] references;

        public Frame(int slots) {
            values = new long[slots];
            references = new Object[slots];
        }
    }

    private final Frame[] frames;

    public Frames(Frame[] frames) {
        this.frames = frames;
    }

    public Frame at(int depth) {
        return frames[depth];
    }
}
