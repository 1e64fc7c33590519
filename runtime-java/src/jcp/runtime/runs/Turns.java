package jcp.runtime.runs;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.jvm.PrivateFile;
import jcp.runtime.program.Plan;
import jcp.runtime.report.Settings;

/**
 * In which order regions began and ended in the capturing run, and with which status it exited, where a region has an end:
 * {@code NAME.turns} beside the first region's checkpoint. The replay takes the captured instances in turn: one that began
 * while another was under way goes on after the end of that one, and after an end with none under way comes the next that
 * began after it. The last one ends the replay with the original's exit status.
 *
 * <p>Lines: {@code start REGION INSTANCE FILE}, {@code refused REGION INSTANCE}, {@code end REGION INSTANCE},
 * {@code exit STATUS}; words are separated by tabs. Each is appended when it happens, so that a run that is killed leaves those before.
 */
public final class Turns {
    /** An instance that a replay can start from. */
    static final class Turn {
        /** The number of its line. */
        final int line;
        final int region;
        final long instance;
        /** Null if its capture was refused. */
        final File file;

        Turn(int line, String[] words, File folder) {
            this.line = line;
            region = Integer.parseInt(words[1]);
            instance = Long.parseLong(words[2]);
            file = words.length > 3 ? new File(folder, words[3]) : null;
        }
    }

    private final File file;
    private final List<String[]> lines = new ArrayList<>();
    /** Whether the file has a line of this run. */
    private boolean written;

    private Turns(File file) {
        this.file = file;
    }

    private static File beside(Plan first) {
        File checkpoint = first.checkpoint();
        String name = checkpoint.getName();
        return new File(checkpoint.getParentFile(), (name.endsWith(".jcp") ? name.substring(0, name.length() - 4) : name) + ".turns");
    }

    /** For a capturing run: those of an earlier one are gone. */
    static Turns begin(Plan first) throws IOException {
        Turns turns = new Turns(beside(first));
        Settings.remove(turns.file);
        return turns;
    }

    /** Those of the capturing run; null if there are none. */
    static Turns read(Plan first) throws IOException {
        Turns turns = new Turns(beside(first));
        if (!turns.file.isFile()) {
            return null;
        }
        String text;
        try (FileInputStream in = new FileInputStream(turns.file)) { // java.nio.file and patterns take hashes that the program may be the first to take
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        for (String line : text.isEmpty() ? new String[0] : text.split("\n")) {
            String[] words = line.split("\t");
            int expected = words[0].equals("start") ? 4 : words[0].equals("exit") ? 2 : 3;
            if (words.length != expected || !isNumber(words[1])) {
                throw new IOException(turns.file + " is damaged; run the capturing jar again");
            }
            turns.lines.add(words);
        }
        return turns;
    }

    /** Whether it is a number of up to nine digits. */
    private static boolean isNumber(String word) {
        int from = word.startsWith("-") ? 1 : 0;
        for (int i = from; i < word.length(); i++) {
            if (word.charAt(i) < '0' || word.charAt(i) > '9') {
                return false;
            }
        }
        return word.length() > from && word.length() <= from + 9;
    }

    /** Appends a line. */
    void add(Object... words) throws IOException {
        StringBuilder line = new StringBuilder();
        for (Object word : words) {
            line.append(line.length() > 0 ? "\t" : "").append(word);
        }
        byte[] bytes = line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        if (!written) {
            PrivateFile.write(file, bytes);
            written = true;
            return;
        }
        try (FileOutputStream out = new FileOutputStream(file, true)) { // no channel, which an interrupt would close
            out.write(bytes);
        }
    }

    /** The first turn from a line on; null if there is none. */
    Turn from(int line) {
        for (int i = line; i < lines.size(); i++) {
            String[] words = lines.get(i);
            if (words[0].equals("refused")) {
                return new Turn(i, words, file.getParentFile());
            }
            if (words[0].equals("start") && !replaced(i)) {
                Turn turn = new Turn(i, words, file.getParentFile());
                if (turn.file.isFile()) {
                    return turn;
                }
            }
        }
        return null;
    }

    /** The next turn after the end of this one, and of those that are under way then. */
    Turn after(Turn turn) {
        Turn last = turn;
        for (Turn next = underWay(last); next != null; next = underWay(last)) {
            last = next;
        }
        int end = end(last);
        return end < 0 ? null : from(end + 1);
    }

    /** An instance that began in this turn and goes on behind its end; null if there is none. */
    Turn underWay(Turn turn) {
        int end = end(turn);
        for (int i = turn.line + 1; i < end; i++) {
            String[] words = lines.get(i);
            if (words[0].equals("start") || words[0].equals("refused")) {
                Turn other = new Turn(i, words, file.getParentFile());
                if (end(other) < 0 || end(other) > end) {
                    return other;
                }
            }
        }
        return null;
    }

    /** The line on which the turn ends; -1 if it goes on to the end of the program. */
    private int end(Turn turn) {
        for (int i = turn.line + 1; i < lines.size(); i++) {
            String[] words = lines.get(i);
            if (words[0].equals("end") && Integer.parseInt(words[1]) == turn.region && Long.parseLong(words[2]) == turn.instance) {
                return i;
            }
        }
        return -1;
    }

    /** Whether the checkpoint of a later instance took the file. */
    private boolean replaced(int line) {
        for (int i = line + 1; i < lines.size(); i++) {
            if (lines.get(i)[0].equals("start") && lines.get(i)[3].equals(lines.get(line)[3])) {
                return true;
            }
        }
        return false;
    }

    /** The status with which the capturing run exited; -1 if it was killed. */
    int exitStatus() {
        int status = -1;
        for (String[] words : lines) {
            if (words[0].equals("exit")) {
                status = Integer.parseInt(words[1]) & 0xff;
            }
        }
        return status;
    }
}
