package jcp.runtime.files;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.program.Surroundings;
import jcp.runtime.report.Problem;

/**
 * Standard input of which the program has read a part: the replay must go on behind it. If it is a regular file, the replay
 * must be given the same file and is put at the captured offset, with the captured buffer. How much was read of a pipe or
 * a terminal nobody knows, so that it is refused. What was not read need not be the same.
 *
 * <p>Where the chain starts below main, what was read before the entry of the root the replay reads too, and threads of the
 * {@link Surroundings} go on reading.
 *
 * <p>Left out: a pipe that was opened by a path such as /dev/stdin and read and closed before the checkpoint.
 */
public final class StandardInput extends JvmState {

    private static final String KEY = "stdin";
    private static final String[] NUMBERS = {"count", "pos", "markpos", "marklimit"};
    private static long start;
    private static int others;
    private static InputStream in;
    private static int position;
    /** In the capturing run; null if System.in was not the JVM's own. */
    private static NotedInput noted;

    /** Remembers how the run began, or how it was when the root was entered. */
    public static void remember() {
        start = FileTable.info(0, "pos", 10);
        in = System.in;
        others = others();
        position = position();
        if (noted != null) {
            noted.forget();
        }
    }

    /** In the buffer. */
    private static int position() {
        return in instanceof BufferedInputStream ? (Integer) Access.getField(in, BufferedInputStream.class, "pos") : 0;
    }

    /** From now on what is read is noted, in the capturing run. */
    public static void note() throws InstantiationException {
        Object under = in instanceof BufferedInputStream ? Access.getField(in, FilterInputStream.class, "in") : null;
        if (under instanceof FileInputStream) {
            noted = NotedInput.of((FileInputStream) under);
            Access.setField(in, FilterInputStream.class, "in", noted);
        }
    }

    /** How many more streams were opened on the descriptor. */
    private static int others() {
        List<?> streams = (List<?>) Access.getField(FileDescriptor.in, FileDescriptor.class, "otherParents");
        return streams == null ? 0 : streams.size();
    }

    private static boolean buffered() {
        return in instanceof BufferedInputStream && hasRead(in);
    }

    private static boolean wasRead() {
        return others() != others || (noted == null ? buffered() : noted.wasRead() || position() != position);
    }

    private static boolean closed() {
        return !FileDescriptor.in.valid();
    }

    private static boolean regular() {
        // asked first: the path is found by file systems, which the program may be the first to use
        if (!new File("/proc/self/fd/0").isFile()) {
            return false;
        }
        try {
            return !FileTable.isDevice(FileTable.path(0));
        } catch (Obstacle e) {
            return false;
        }
    }

    public static void check(List<Problem> problems) {
        if (closed()) {
            if (in instanceof BufferedInputStream && Access.getField(in, FilterInputStream.class, "in") != null) {
                problems.add(new Problem("System.in", "its file descriptor was closed, but not System.in itself", "close both only after the checkpoint"));
            }
            return;
        }
        boolean regular = regular();
        if (in instanceof BufferedInputStream && Access.getField(in, FilterInputStream.class, "in") == null) {
            problems.add(new Problem("System.in", "System.in was closed, but not its file descriptor", "close System.in only after the checkpoint"));
        } else if (!regular && wasRead()) {
            problems.add(new Problem("System.in", "standard input was read before the checkpoint, and jcp cannot know how far: "
                + "the replay would read it again", "give the input as a file: java -jar … < FILE"));
        } else if (regular && (in == null || in.getClass() != BufferedInputStream.class) && FileTable.info(0, "pos", 10) != start) {
            problems.add(new Problem("System.in", "standard input was read before the checkpoint through a stream of the program's own",
                "read standard input through System.in"));
        }
    }

    /** At the end of the input the buffer counts nothing, but its bytes stay. A closed stream has no buffer. */
    private static boolean hasRead(InputStream stream) {
        byte[] buffer = (byte[]) Access.getField(stream, BufferedInputStream.class, "buf");
        if (buffer == null || (Integer) Access.getField(stream, BufferedInputStream.class, "count") > 0) {
            return true;
        }
        for (byte b : buffer) {
            if (b != 0) {
                return true;
            }
        }
        return false;
    }

    /** What was read, if anything was. Called after {@link #check}. */
    @Override
    public void capture(Map<String, String[]> state) {
        if (closed()) {
            state.put(KEY, new String[] {"closed"});
            return;
        }
        long offset = FileTable.info(0, "pos", 10);
        if (!regular() || offset == start && !buffered()) {
            return;
        }
        try {
            state.put(KEY + " file", FileTable.alone(0));
        } catch (Obstacle e) {
            throw new IllegalStateException("standard input: " + e.getMessage(), e);
        }
        byte[] buffer = (byte[]) Access.getField(in, BufferedInputStream.class, "buf");
        String[] entry = new String[3 + NUMBERS.length];
        entry[0] = "open";
        entry[1] = Long.toString(offset);
        entry[2] = new String(buffer, StandardCharsets.ISO_8859_1);
        for (int i = 0; i < NUMBERS.length; i++) {
            entry[3 + i] = Access.getField(in, BufferedInputStream.class, NUMBERS[i]).toString();
        }
        state.put(KEY, entry);
    }

    /** In the replay, before anything is changed: whether it was given the same file. */
    public static void check(Map<String, String[]> state, List<Problem> problems) {
        String[] file = state.get(KEY + " file");
        if (file == null) {
            return;
        }
        String why = "it is not a file";
        try {
            why = FileTable.isDevice(FileTable.path(0)) ? why : FileTable.difference(new File("/proc/self/fd/0"), file);
        } catch (Obstacle e) {
            why = e.getMessage();
        }
        if (why != null) {
            problems.add(new Problem("System.in", "the program had read a part of " + file[0] + " from standard input, and the replay's "
                + "standard input differs: " + why, "start the replay with < " + file[0]));
        }
    }

    @Override
    public void restoreLate(Map<String, String[]> state) throws IOException {
        String[] entry = state.get(KEY);
        if (entry == null) {
            return;
        }
        if (entry[0].equals("closed")) {
            in.close();
            return;
        }
        FileInputStream file = (FileInputStream) Access.getField(in, FilterInputStream.class, "in");
        file.skip(Long.parseLong(entry[1]) - FileTable.info(0, "pos", 10)); // a regular file: moves the offset, back as well
        Access.setField(in, BufferedInputStream.class, "buf", entry[2].getBytes(StandardCharsets.ISO_8859_1));
        for (int i = 0; i < NUMBERS.length; i++) {
            Access.setField(in, BufferedInputStream.class, NUMBERS[i], Integer.valueOf(entry[3 + i]));
        }
    }
}
