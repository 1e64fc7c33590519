package jcp.runtime;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether the class path is what the jars were made for: only the classes that jcp changes are in its jars, so others that were
 * compiled anew since would run without having been analysed. {@code META-INF/jcp/contents} tells what it held (jcp's
 * {@code driver/contents.rs} says how): an entry known by its last name is looked for among those of {@code java.class.path}, one with
 * an absolute path in its place.
 *
 * <p>Left out: entries that are not on the class path of this JVM by these names; resources; class files that came later.
 */
final class ClassPathContents {
    private ClassPathContents() {}

    private static final String REMEDY = "instrument again, and capture; --since makes a replaying jar of the edited program for"
            + " checkpoints of the older one";

    /** What is otherwise; null if nothing is. */
    static Problem difference(Plan plan) throws IOException {
        String feature = System.getProperty("java.specification.version");
        if (!String.valueOf(plan.jdk).equals(feature)) {
            return new Problem("jcp", "the jars are made for JDK " + plan.jdk + ", and this is JDK " + feature,
                    "run them on that one, or instrument again with --jdk");
        }
        List<String> path = words(String.valueOf(System.getProperty("java.class.path")), File.pathSeparatorChar);
        List<String> lines = words(new String(Plan.open("contents").readAllBytes(), StandardCharsets.UTF_8), '\n');
        for (int at = 0; at + 1 < lines.size(); ) {
            List<String> entry = words(lines.get(at), '\t');
            List<List<String>> files = new ArrayList<>();
            for (at++; lines.get(at).startsWith("file\t"); at++) {
                files.add(words(lines.get(at), '\t'));
            }
            Problem wrong = difference(entry, files, path);
            if (wrong != null) {
                return wrong;
            }
        }
        return null;
    }

    /** Of several entries of that name one is the right one. */
    private static Problem difference(List<String> entry, List<List<String>> files, List<String> path) throws IOException {
        String name = entry.get(1);
        Problem wrong = null;
        for (String each : name.startsWith("/") ? List.of(name) : path) {
            File file = new File(each);
            if (each.equals(name) || file.getName().equals(name)) {
                Problem found = difference(entry, files, file);
                if (found == null) {
                    return null;
                }
                wrong = wrong == null ? found : wrong;
            }
        }
        return wrong;
    }

    private static Problem difference(List<String> entry, List<List<String>> files, File at) throws IOException {
        switch (entry.get(0)) {
            case "absent":
                return at.exists() ? new Problem(at.getPath(), "it was not there when the jars were made", REMEDY) : null;
            case "jar":
                return difference(entry, at);
            default:
                for (List<String> file : files) {
                    Problem wrong = difference(file, new File(at, file.get(1)));
                    if (wrong != null) {
                        return wrong;
                    }
                }
                return null;
        }
    }

    private static Problem difference(List<String> wanted, File file) throws IOException {
        if (!file.isFile()) {
            return new Problem(file.getPath(), "it is gone since the jars were made", REMEDY);
        }
        long length = file.length();
        if (length != Long.parseLong(wanted.get(2)) || !FileTable.sum(file, length).equals(wanted.get(3))) {
            return new Problem(file.getPath(), "it has changed since the jars were made", REMEDY);
        }
        return null;
    }

    /** Without regular expressions, whose classes the program may be the first to use. */
    private static List<String> words(String text, char between) {
        List<String> words = new ArrayList<>();
        int start = 0;
        for (int end = text.indexOf(between); end >= 0; end = text.indexOf(between, start)) {
            words.add(text.substring(start, end));
            start = end + 1;
        }
        words.add(text.substring(start));
        return words;
    }
}
