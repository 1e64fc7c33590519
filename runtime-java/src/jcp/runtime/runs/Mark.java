package jcp.runtime.runs;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import jcp.runtime.environment.StandardOutput;
import jcp.runtime.jvm.Access;
import jcp.runtime.report.Report;
import jcp.runtime.report.Settings;

/**
 * MarkWords the place of the checkpoint for {@code jcp verify}: how much was printed so far, and a copy of the working
 * directory as it is now. Done only if {@code -Djcp.mark=DIR} asks for it.
 *
 * <p>Copying is jcp's work: what this JVM used for it would be initialised, and have its identity hashes, earlier than in a
 * run that nobody verifies. It is asked by the file {@code DIR.ask}, and removes that when it is done.
 */
public final class Mark {
    private static final long PATIENCE = 600_000_000_000L;

    private Mark() {}

    /** Where the chain starts below main: how much was printed when its root was entered. */
    private static long[] entered;

    static void enter() {
        if (Settings.property("jcp.mark") != null) {
            StandardOutput.flush();
            entered = new long[] {position(FileDescriptor.out, 1), position(FileDescriptor.err, 2)};
        }
    }

    /** In the replay of such a chain: brings the working directory to the state that it had at the region's checkpoint. */
    static void resume(int region) throws IOException {
        String folder = Settings.property("jcp.mark");
        if (folder != null) {
            StandardOutput.flush();
            ask(folder, "resume", new File(target(folder, region), "cwd"));
        }
    }

    /** {@code region}: its number, from 1. */
    static void mark(int region) throws IOException {
        StandardOutput.flush();
        String folder = Settings.property("jcp.mark");
        if (folder == null) {
            return;
        }
        long start = System.nanoTime();
        File target = target(folder, region);
        new File(target, "end.txt").delete();
        ask(folder, "copy", new File(target, "cwd"));
        String text = positions() + "nanos " + (System.nanoTime() - start) + "\n";
        if (entered != null) {
            text += "entry_stdout " + entered[0] + "\nentry_stderr " + entered[1] + "\n";
        }
        Report.put(new File(target, "mark.txt"), text);
    }

    /** At the end of a region: the same beside what was marked at its start. */
    static void end(int region) throws IOException {
        String folder = Settings.property("jcp.mark");
        if (folder == null) {
            return;
        }
        StandardOutput.flush();
        File target = target(folder, region);
        ask(folder, "copy", new File(target, "cwd-end"));
        Report.put(new File(target, "end.txt"), positions());
    }

    private static File target(String folder, int region) {
        return new File(region > 1 ? folder + "-" + region : folder).getAbsoluteFile();
    }

    private static String positions() {
        return "stdout " + position(FileDescriptor.out, 1) + "\nstderr " + position(FileDescriptor.err, 2) + "\n";
    }

    /** How much was printed to an output that is a regular file; 0 else. */
    @SuppressWarnings("resource") // closing would close the program's own output
    private static long position(FileDescriptor descriptor, int number) {
        File open = new File("/proc/self/fd/" + number);
        if (open.exists()) {
            return open.length();
        }
        try {
            return new FileOutputStream(descriptor).getChannel().position();
        } catch (IOException e) {
            return 0;
        }
    }

    /** Has jcp copy the working directory to a folder, or back. */
    private static void ask(String folder, String what, File copy) throws IOException {
        File asked = new File(folder + ".ask");
        File fresh = new File(folder + ".new");
        Report.put(fresh, what + "\n" + copy.getPath() + "\n");
        if (!fresh.renameTo(asked)) {
            throw new IOException("cannot write " + asked);
        }
        long start = System.nanoTime();
        while (asked.exists()) {
            if (System.nanoTime() - start > PATIENCE) {
                throw new IOException("the working directory was not copied to " + copy);
            }
            Access.U.park(false, 1_000_000);
        }
        if (what.equals("copy") && !copy.exists()) {
            throw new IOException("the working directory cannot be copied to " + copy);
        }
    }
}
