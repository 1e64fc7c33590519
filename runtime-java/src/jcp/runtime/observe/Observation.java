package jcp.runtime.observe;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Opening;
import jcp.runtime.jvm.OwnFiles;
import jcp.runtime.program.Statics;
import jcp.runtime.report.Messages;

/**
 * The record of an observing run, as {@code jcp observe} reads it: UTF-8 text, one fact a line, its parts between tabs, lines
 * sorted. Classes have their internal names; OFFSET is that of the instruction in the original code, bytes; PHASE is
 * {@code before} or {@code after} the last snapshot (without one, all is before).
 *
 * <pre>
 * call       CLASS METHOD DESCRIPTOR OFFSET             a call of the method that the code names was about to be made
 * enter      PHASE CLASS METHOD DESCRIPTOR              a method was entered
 * jcp-observe  1                                        the format
 * mutated    PHASE CLASS FIELD DESCRIPTOR               an object that the program stored into in that phase is reachable
 *                                                       from the static field: at the snapshot, or at the end
 * nondefault CLASS FIELD DESCRIPTOR                     at the snapshot a static field was neither zero nor null
 * note       TEXT                                       what the record leaves out
 * read       PHASE CLASS METHOD DESCRIPTOR OFFSET       a static field was about to be read there
 * receiver   CLASS METHOD DESCRIPTOR OFFSET KIND CLASS  a call was about to be made on an object of that class; KIND is
 *                                                       array, class, hidden or proxy
 * snapshots  N                                          how many snapshots were taken
 * unobserved CLASS METHOD DESCRIPTOR WHY                has no hooks; METHOD and DESCRIPTOR may be empty: the whole class
 * write      PHASE CLASS METHOD DESCRIPTOR OFFSET       a static field was about to be written there
 * </pre>
 *
 * <p>It is written when the shutdown sequence has run the program's own hooks, or before the program halts the JVM.
 */
public final class Observation {
    /** The place of the writer in {@code java.lang.Shutdown}: after the program's hooks (1) and the deletion of files (2). */
    private static final int SLOT = 5;
    private static final String BEFORE = "before";
    private static final String AFTER = "after";

    /** Facts about static fields at snapshots. */
    private static final TreeSet<String> FIELDS = new TreeSet<>();
    private static boolean written;

    private Observation() {}

    /** How many methods and sites there are. */
    static int[] counts() {
        try (BufferedReader table = table()) {
            String[] head = table.readLine().split("\t");
            return new int[] {Integer.parseInt(head[2]), Integer.parseInt(head[3])};
        } catch (IOException e) {
            throw new IllegalStateException("META-INF/jcp/observe.txt is damaged; instrument again", e);
        }
    }

    private static BufferedReader table() throws IOException {
        return new BufferedReader(new InputStreamReader(new ByteArrayInputStream(OwnFiles.read("observe.txt")), StandardCharsets.UTF_8));
    }

    /** Before all else: makes ready to write. */
    static void begin() {
        String missing = Opening.open();
        if (missing != null) {
            Messages.print("jcp: nothing can be observed: " + missing);
            return;
        }
        Mutations.begin();
        Access.call(null, Access.jdk("java.lang.Shutdown"), "add", SLOT, false, new AtExit());
    }

    private static final class AtExit implements Runnable {
        @Override
        public void run() {
            write();
        }
    }

    static void snapshot() {
        try {
            List<Statics.Field> statics = Reached.statics();
            for (Statics.Field field : statics) {
                boolean set = field.isReference()
                        ? Access.U.getReference(field.base, field.offset) != null : field.bits() != 0;
                if (set) {
                    FIELDS.add("nondefault\t" + name(field));
                }
            }
            Mutations.flush();
            mutated(BEFORE, statics, true);
        } catch (RuntimeException | Error e) {
            FIELDS.add("note\tthe static fields at the snapshot are not known: " + e);
        }
    }

    private static void mutated(String phase, List<Statics.Field> statics, boolean ever) {
        if (Mutations.on) {
            for (Statics.Field field : Reached.mutated(statics, ever)) {
                FIELDS.add("mutated\t" + phase + "\t" + name(field));
            }
        }
    }

    private static String name(Statics.Field field) {
        return field.type.getName().replace('.', '/') + "\t" + field.name + "\t" + field.descriptor;
    }

    /** Writes the file, once. */
    static synchronized void write() {
        if (written) {
            return;
        }
        written = true;
        try {
            if (Noted.snapshots > 0) {
                Mutations.flush();
                mutated(AFTER, Reached.statics(), false);
            }
            String missing = Mutations.missing();
            if (missing != null) {
                FIELDS.add("note\t" + missing);
            }
        } catch (RuntimeException | Error e) {
            FIELDS.add("note\tthe static fields at the end are not known: " + e);
        }
        try {
            List<String> lines = new ArrayList<>(FIELDS);
            lines.add("jcp-observe\t1");
            lines.add("snapshots\t" + Noted.snapshots);
            sites(lines);
            Files.write(Path.of(Noted.FILE), new TreeSet<>(lines));
        } catch (IOException | RuntimeException e) {
            Messages.print("jcp: cannot write " + Noted.FILE + ": " + e);
        }
    }

    /** The facts that have numbers, by the table. */
    private static void sites(List<String> lines) throws IOException {
        try (BufferedReader table = table()) {
            table.readLine();
            int method = -1;
            int site = -1;
            String name = "";
            for (String line = table.readLine(); line != null; line = table.readLine()) {
                String rest = line.substring(2);
                switch (line.charAt(0)) {
                    case 'M':
                        method++;
                        name = rest;
                        phases(lines, "enter\t", "\t" + name, Noted.ENTERED_BEFORE[method], Noted.entered[method]);
                        break;
                    case 'S':
                        site++;
                        int end = rest.indexOf('\t');
                        site(lines, rest.charAt(end + 1), site, name + "\t" + rest.substring(0, end));
                        break;
                    default:
                        lines.add("unobserved\t" + rest);
                }
            }
        }
    }

    private static void site(List<String> lines, char kind, int site, String place) {
        boolean before = Noted.REACHED_BEFORE[site];
        boolean now = Noted.reached[site];
        switch (kind) {
            case 'c':
                if (before || now) {
                    lines.add("call\t" + place);
                }
                break;
            case 'v':
                for (Class<?> type : Noted.RECEIVERS[site]) {
                    String receiver = type.isHidden() ? type.getName().split("/")[0] : type.getName(); // no address
                    lines.add("receiver\t" + place + "\t" + kind(type) + "\t" + receiver.replace('.', '/'));
                }
                break;
            default:
                phases(lines, kind == 'r' ? "read\t" : kind == 'w' ? "write\t" : "get\t", "\t" + place, before, now);
        }
    }

    private static void phases(List<String> lines, String head, String rest, boolean before, boolean now) {
        boolean first = before || now && Noted.snapshots == 0;
        if (first) {
            lines.add(head + BEFORE + rest);
        }
        if (now && Noted.snapshots > 0) {
            lines.add(head + AFTER + rest);
        }
    }

    private static String kind(Class<?> type) {
        if (type.isArray()) {
            return "array";
        }
        return type.isHidden() ? "hidden" : Access.isProxy(type) ? "proxy" : "class";
    }
}
