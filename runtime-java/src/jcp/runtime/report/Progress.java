package jcp.runtime.report;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * One line that tells a person at a terminal how far a long capture or restore is. Nothing is written where standard error
 * is no terminal, unless {@code jcp.progress} is {@code on}; and nothing before a second has gone by. The line is taken away at
 * the end. It goes past the program's own {@code System.err}, by a descriptor of its own.
 */
public final class Progress implements AutoCloseable {
    private static final long SECOND = 1_000_000_000L;
    private static final String STANDARD_ERROR = "/proc/self/fd/2";
    /** Back to the line's start, and all behind it away. */
    private static final String CLEAR = "\r\u001b[K";

    private final String what;
    private final boolean wanted;
    private long next = System.nanoTime() + SECOND;
    private FileOutputStream out;

    /** {@code what}: as in {@code capturing}. */
    public Progress(String what) {
        this.what = what;
        String asked = Settings.get("jcp.progress", "JCP_PROGRESS");
        wanted = "on".equals(asked) || !"off".equals(asked) && isTerminal();
        if ("on".equals(asked)) {
            next = System.nanoTime();
        }
    }

    private static boolean isTerminal() {
        try {
            String file = new File(STANDARD_ERROR).getCanonicalPath();
            return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty");
        } catch (IOException e) {
            return false; // another system
        }
    }

    /** So much is done, of {@code all} or, if that is 0, of nobody knows how much. */
    public void at(long done, long all, String unit) {
        if (!wanted || System.nanoTime() - next < 0) {
            return;
        }
        next = System.nanoTime() + SECOND / 4;
        say(CLEAR + "jcp: " + what + " " + done + (all > 0 ? " of " + all : "") + " " + unit);
    }

    private void say(String text) {
        try {
            if (out == null) {
                out = new FileOutputStream(STANDARD_ERROR, true);
            }
            out.write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        } catch (IOException e) {
            next = Long.MAX_VALUE; // nobody can see it
        }
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (out == null) {
            return;
        }
        say(CLEAR);
        try {
            out.close();
        } catch (IOException e) {
            // it was seen all the same
        }
        out = null;
    }
}
