package jcp.runtime;

import java.util.Arrays;

/** The shadow frames of the thread that runs the chain: for each depth the values that its method needs after its call. */
final class Shadow {
    final Thread thread = Thread.currentThread();
    byte[] kinds = new byte[256];
    long[] values = new long[256];
    Object[] references = new Object[256];

    private final int[] starts;
    private int depth = -1;
    private int used;
    private boolean closed;

    Shadow(int depths) {
        starts = new int[depths + 1];
    }

    /** No snapshot will be taken any more: the program's objects are let go. */
    void close() {
        closed = true;
        kinds = new byte[0];
        values = new long[0];
        references = new Object[0];
    }

    void enter(int at) {
        if (closed) {
            return;
        }
        leave(at); // what lay as deep was thrown away
        depth = at;
        starts[at] = used;
    }

    /** The frame's call has returned: the program may have let go of what it kept. */
    void leave(int at) {
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

    void put(char kind, long value) {
        if (closed) {
            return;
        }
        int slot = next(kind);
        values[slot] = value;
    }

    void put(Object value) {
        if (closed) {
            return;
        }
        int slot = next('A');
        references[slot] = value;
    }

    int start(int at) {
        return starts[at];
    }

    int end(int at) {
        return at == depth ? used : starts[at + 1];
    }
}
