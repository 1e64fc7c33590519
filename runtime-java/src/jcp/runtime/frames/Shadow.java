package jcp.runtime.frames;

import java.util.Arrays;

/** The shadow frames of a thread that runs a chain: for each depth the values that its method needs after its call. */
public class Shadow {
    public final Thread thread;
    public byte[] kinds = new byte[256];
    public long[] values = new long[256];
    public Object[] references = new Object[256];

    private final int[] starts;
    private int depth = -1;
    private int used;
    private boolean closed;

    public Shadow(int depths) {
        this(depths, Thread.currentThread());
    }

    public Shadow(int depths, Thread thread) {
        this.thread = thread;
        starts = new int[depths + 1];
    }

    /** No snapshot will be taken any more: the program's objects are let go. */
    public void close() {
        closed = true;
        kinds = new byte[0];
        values = new long[0];
        references = new Object[0];
    }

    public void enter(int at) {
        if (closed) {
            return;
        }
        leave(at); // what lay as deep was thrown away
        depth = at;
        starts[at] = used;
    }

    /** The frame's call has returned: the program may have let go of what it kept. */
    public void leave(int at) {
        if (!closed && at <= depth) {
            Arrays.fill(references, starts[at], used, null);
            used = starts[at];
            depth = at - 1;
        }
    }

    private int next(char kind) {
        if (used == kinds.length) {
            kinds = Arrays.copyOf(kinds, used * 2);
            values = Arrays.copyOf(values, used * 2);
            references = Arrays.copyOf(references, used * 2);
        }
        kinds[used] = (byte) kind;
        return used++;
    }

    public void put(char kind, long value) {
        if (closed) {
            return;
        }
        int slot = next(kind);
        values[slot] = value;
    }

    public void put(Object value) {
        if (closed) {
            return;
        }
        int slot = next('A');
        references[slot] = value;
    }

    /** The depth of the deepest frame; -1 if there is none. */
    public int depth() {
        return depth;
    }

    public int start(int at) {
        return starts[at];
    }

    public int end(int at) {
        return at == depth ? used : starts[at + 1];
    }
}
