package jcp.explore;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The talk with the search, which is another process: it says what is chosen, and is told what the step did and who can go on. Numbers are big-endian.
 *
 * <pre>
 * to here    R n (thread way hash)*n     go to the beginning, and take these steps
 *            S thread way                take this step
 *            I                           tell of the execution's end
 *            O n id*n                    plain accesses to these places are points from now on
 *            C                           each view has the state's digest, not only those of ends
 *            M                           from now on schedules are only run again: no state is compared, and no shared place told
 *            W any spurious              whether waits with a limit may end by it at any time; how often a thread may wake up without a cause
 *            K n text*n                  these classes are initialised at the checkpoint
 *            Q                           end
 * from here  E hash plain effects V view a step was taken, which began with a plain access or not
 *            V view                      the first steps were taken
 *            I text                      what ended the execution
 *            X kind text                 the execution does not count: 'r' {PLACE=LOCATION, …} shared places; 'c' classes were initialised behind the checkpoint, those with
 *                                        initialisers, a line each, are to be so at the checkpoint of another process. Or no execution can go on: 'd' another step than
 *                                        before, 'u' what is not supported, 'i' a defect
 * </pre>
 */
final class Link {
    private final DataInputStream in;
    private final DataOutputStream out;

    Link(InputStream in, OutputStream out) {
        this.in = new DataInputStream(new BufferedInputStream(in, 1 << 14));
        this.out = new DataOutputStream(new BufferedOutputStream(out, 1 << 14));
    }

    /** What is asked; 'Q' if nobody asks any more. */
    char command() {
        try {
            out.flush();
            int read = in.read();
            return read < 0 ? 'Q' : (char) read;
        } catch (IOException error) {
            return 'Q';
        }
    }

    int number() {
        try {
            return in.readInt();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    String text() {
        try {
            return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    long hash() {
        try {
            return in.readLong();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    void step(Effects effects, boolean isPlain) {
        try {
            out.writeByte('E');
            out.writeLong(effects.hash());
            out.writeBoolean(isPlain);
            write(effects);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** What stands where; {@code digest}: two numbers, or null. */
    void view(List<Task> tasks, boolean byTime, long[] digest, char stop) {
        try {
            out.writeByte('V');
            out.writeByte(stop);
            out.writeByte(digest == null ? 0 : 1);
            if (digest != null) {
                out.writeLong(digest[0]);
                out.writeLong(digest[1]);
            }
            out.writeInt(tasks.size());
            for (Task task : tasks) {
                standing(task, byTime);
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private void standing(Task task, boolean byTime) throws IOException {
        if (task.ended) {
            out.writeByte(2);
        } else if (task.pending.isReady()) {
            out.writeByte(0);
            out.writeInt(task.pending.ways());
        } else if (task.run.canGoOn(task, byTime)) {
            out.writeByte(0);
            out.writeInt(1);
        } else {
            out.writeByte(1);
            write(task.pending.effects);
        }
    }

    private void write(Effects effects) throws IOException {
        out.writeBoolean(effects.waits);
        for (long[] part : new long[][] {effects.reads(), effects.writes(), effects.frees()}) {
            out.writeInt(part.length);
            for (long location : part) {
                out.writeLong(location);
            }
        }
    }

    void text(char kind, String text) {
        try {
            out.writeByte(kind);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            out.writeInt(bytes.length);
            out.write(bytes);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** The execution is over for another reason than its end. */
    synchronized void refuse(char kind, String text) {
        try {
            out.writeByte('X');
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        text(kind, text);
    }

    /** Nothing can go on: the process ends. */
    synchronized void fail(char kind, String text) {
        try {
            out.writeByte('X');
            text(kind, text);
            out.flush();
        } catch (IOException | UncheckedIOException error) {
            // nobody listens
        }
        Runtime.getRuntime().halt(1);
    }
}
