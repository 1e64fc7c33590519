package jcp.runtime.runs;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.below.RootEntry;
import jcp.runtime.checkpoint.EndState;
import jcp.runtime.jvm.LaunchProperties;
import jcp.runtime.program.Plan;
import jcp.runtime.report.CannotReplay;
import jcp.runtime.report.Messages;
import jcp.runtime.report.Problem;
import jcp.runtime.report.Settings;

/**
 * Which checkpoint a replay starts from, and what happens at the end of its region.
 *
 * <p>Without a word of the user's, and where a region has an end, the captured instances are replayed in turn
 * ({@link Turns}): the first in this JVM, which, when its region has ended, starts another JVM for each of those that
 * follow: classes that are initialised cannot be made fresh again. {@code -Djcp.region=N} or {@code -Djcp.instance=N}
 * choose one, which is replayed alone. The last one ends with the exit status of the capturing run.
 */
public final class Ending {
    /** Exit status where that of the capturing run is not known, since it was killed. */
    private static final int UNKNOWN = 0;
    /** In a JVM that replays a later turn: its line, and the file that tells the first JVM that its region has ended. */
    private static final String TURN = "jcp.turn";
    private static final String ENDED = "jcp.turn.ended";

    final Plan plan;
    final File file;
    private final Turns turns;
    /** Null if one instance is replayed alone. */
    private Turns.Turn turn;

    private Ending(Plan plan, File file, Turns turns, Turns.Turn turn) {
        this.plan = plan;
        this.file = file;
        this.turns = turns;
        this.turn = turn;
    }

    static Ending choose(Plan first) throws IOException, CannotReplay {
        Turns turns = first.takesTurns ? Turns.read(first) : null;
        String line = Settings.property(TURN);
        String region = Settings.get("jcp.region", "JCP_REGION");
        boolean one = region != null || Settings.get("jcp.instance", "JCP_INSTANCE") != null;
        boolean alone = one && line == null || first.below; // what runs above the root of such a chain would run again in each turn
        Turns.Turn turn = turns == null || alone ? null : turns.from(line == null ? 0 : Integer.parseInt(line));
        if (turn != null) {
            Plan plan = turn.region > 0 ? Plan.read(turn.region + 1) : first;
            if (turn.file == null) {
                throw new CannotReplay(List.of(new Problem("jcp", "instance " + turn.instance + of(plan) + " was not captured: its"
                        + " capture was refused", "choose another instance with -Djcp.region=N and -Djcp.instance=N")));
            }
            return new Ending(plan, turn.file, turns, turn);
        }
        int number = 1;
        if (region != null) {
            if (!region.matches("[1-9][0-9]{0,5}") || Integer.parseInt(region) > first.regions) {
                throw new CannotReplay(List.of(new Problem("jcp.region", "there is no region " + region,
                        "give a number from 1 to " + first.regions)));
            }
            number = Integer.parseInt(region);
        }
        Plan plan = number > 1 ? Plan.read(number) : first;
        return new Ending(plan, Instances.chosen(plan, plan.checkpoint()), turns, null);
    }

    private static String of(Plan plan) {
        return plan.regions > 1 ? " of region " + plan.number : "";
    }

    /**
     * A region's end is reached, by its number from 0: if it is that of what is replayed, does what follows and ends the JVM.
     * {@code entry}: of a root below main, else null.
     */
    void end(int region, RootEntry entry) throws IOException, InterruptedException {
        if (region != (turn == null ? plan.number - 1 : turn.region)) {
            return;
        }
        Turns.Turn other = turn == null ? null : turns.underWay(turn);
        if (other != null) {
            turn = other;
            return;
        }
        EndState.write(KindList.ALL, plan, "end", entry);
        System.out.flush();
        System.err.flush();
        String ended = Settings.property(ENDED);
        if (ended != null) {
            Files.writeString(new File(ended).toPath(), "ended");
            Runtime.getRuntime().halt(0);
        }
        File told = null;
        for (Turns.Turn next = following(turn); next != null; next = following(next)) {
            if (told == null) {
                told = File.createTempFile("jcp", ".turn");
                told.deleteOnExit();
            }
            Files.writeString(told.toPath(), "");
            int status = new ProcessBuilder(command(next, told)).inheritIO().start().waitFor();
            if (told.length() == 0) {
                leave(told, status); // the program ended before its region did
            }
        }
        leave(told, status());
    }

    private Turns.Turn following(Turns.Turn last) {
        return last == null ? null : turns.after(last);
    }

    private int status() {
        int status = turns == null ? -1 : turns.exitStatus();
        if (status >= 0) {
            return status;
        }
        Messages.print("jcp: the exit status of the capturing run is not known, since that run recorded none; this replay ends with 0");
        return UNKNOWN;
    }

    private static void leave(File told, int status) {
        if (told != null) {
            told.delete();
        }
        Runtime.getRuntime().halt(status);
    }

    /** This JVM's command, for another turn. */
    private static List<String> command(Turns.Turn next, File told) throws IOException {
        ProcessHandle.Info self = ProcessHandle.current().info();
        List<String> arguments = arguments(self);
        if (self.command().isEmpty() || arguments == null) {
            throw new IOException("this system does not tell the command that started the JVM");
        }
        List<String> command = new ArrayList<>();
        command.add(self.command().get());
        command.add("-D" + TURN + "=" + next.line);
        command.add("-D" + ENDED + "=" + told.getPath());
        command.addAll(arguments);
        return command;
    }

    /** The arguments of this JVM; {@code ProcessHandle} has none that are longer than a page. */
    private static List<String> arguments(ProcessHandle.Info self) throws IOException {
        Path whole = Path.of("/proc/self/cmdline");
        if (!Files.isReadable(whole)) {
            return self.arguments().map(List::of).orElse(null);
        }
        String text = new String(Files.readAllBytes(whole), LaunchProperties.get("sun.jnu.encoding", "UTF-8"));
        String[] words = text.split("\0", -1); // each ends with a zero
        return words.length < 3 ? null : List.of(words).subList(1, words.length - 1);
    }
}
