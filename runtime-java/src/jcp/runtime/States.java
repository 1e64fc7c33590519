package jcp.runtime;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/**
 * The state in which a region, or the program, ends, for {@code jcp verify --state}: the captured statics and all that they
 * reach, written like a checkpoint without frames into the folder that {@code -Djcp.states=DIR} names. Capturing run and
 * replay write the same, so that a difference is seen that no output shows.
 *
 * <p>Files: {@code end-N.jcp} of region N where it has ended, else {@code exit-N.jcp} where main was left or the program
 * called {@code System.exit}; {@code .txt} in place of {@code .jcp} where the state cannot be written, with the reasons.
 */
final class States {
    private static final String FOLDER = System.getProperty("jcp.states");

    private States() {}

    /** Writes the state of a region; {@code point}: end or exit. */
    static void write(Plan plan, String point) {
        if (FOLDER == null || plan.below) {
            return;
        }
        HashGenerator before = HashGenerator.now();
        boolean interrupted = Thread.interrupted();
        File file = new File(FOLDER, point + "-" + plan.number + ".jcp").getAbsoluteFile();
        try {
            Snapshot state = Snapshot.take(plan, new Shadow(plan.nodes.size()), null, 0, file, before);
            if (!state.problems.isEmpty()) {
                explain(file, state.problems);
            }
        } catch (Throwable e) {
            explain(file, List.of(new Problem("jcp", "the state cannot be written: " + e, "")));
        } finally {
            HashGenerator.give(before);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void explain(File file, List<Problem> problems) {
        String name = file.getPath();
        try {
            Files.writeString(new File(name.substring(0, name.length() - 4) + ".txt").toPath(), problems.get(0) + "\n");
        } catch (IOException e) {
            Messages.print("jcp: " + e);
        }
    }
}
