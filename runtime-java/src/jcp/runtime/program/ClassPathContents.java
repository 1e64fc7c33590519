package jcp.runtime.program;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.jvm.LaunchProperties;
import jcp.runtime.jvm.OwnFiles;
import jcp.runtime.report.Problem;

/**
 * Whether the class path is what the jars were made for: only the classes that jcp changes are in its jars, so others that were
 * compiled anew since would run without having been analysed. {@code META-INF/jcp/contents} tells what it held (jcp's
 * {@code driver/outputs/contents.rs} says how): an entry known by its last name is looked for among those of {@code java.class.path}, one
 * that its manifest names from there, one with an absolute path in its place.
 *
 * <p>Left out: entries that are not on the class path of this JVM by these names; resources; class files that came later.
 */
public final class ClassPathContents {
    private ClassPathContents() {}

    private static final String REMEDY = "instrument and capture again, or instrument with --since to replay the edited program from"
            + " the existing checkpoint";
    private static final String CLASS = ".class";
    private static final long START = 0xcbf29ce484222325L;
    /** Bytes of an archive's last record, of what locates a wide one before it, and of the head of a record of its directory. */
    private static final int END = 22;
    private static final int LOCATOR = 20;
    private static final int HEAD = 46;

    /** What is otherwise; null if nothing is. */
    public static Problem difference(Plan plan) throws IOException {
        String feature = LaunchProperties.get("java.specification.version");
        if (!String.valueOf(plan.jdk).equals(feature)) {
            return new Problem("jcp", "the jars are made for JDK " + plan.jdk + ", and this is JDK " + feature,
                    "run the jars on JDK " + plan.jdk + ", or instrument again with --jdk");
        }
        List<String> path = words(String.valueOf(LaunchProperties.get("java.class.path")), File.pathSeparatorChar);
        List<String> lines = words(new String(OwnFiles.read("contents"), StandardCharsets.UTF_8), '\n');
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
        int from = name.startsWith("/") ? -1 : name.indexOf("!/"); // from that entry a manifest leads there
        String named = from < 0 ? name : name.substring(0, from);
        Problem wrong = null;
        for (String each : name.startsWith("/") ? List.of(name) : path) {
            File file = new File(each);
            if (each.equals(named) || file.getName().equals(named)) {
                Problem found = difference(entry, files, from < 0 ? file : new File(file.getParentFile(), name.substring(from + 2)));
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
                return at.exists() ? new Problem(at.getPath(), "it did not exist when the jars were made", REMEDY) : null;
            case "jar":
                return !at.isFile() ? gone(at) : classFiles(at).equals(entry.get(2) + '\t' + entry.get(3)) ? null : changed(at);
            default:
                for (List<String> each : files) {
                    File file = new File(at, each.get(1));
                    if (!file.isFile()) {
                        return gone(file);
                    }
                    if (file.length() != Long.parseLong(each.get(2)) || !Long.toHexString(digest(file)).equals(each.get(3))) {
                        return changed(file);
                    }
                }
                return null;
        }
    }

    private static Problem gone(File file) {
        return new Problem(file.getPath(), "it was removed after the jars were made", REMEDY);
    }

    private static Problem changed(File file) {
        return new Problem(file.getPath(), "it has changed since the jars were made", REMEDY);
    }

    /** FNV-1a of 64 bits: the JDK's checksums are classes that the program may be the first to use. */
    private static long digest(long digest, byte[] bytes, int from, int length) {
        for (int i = from; i < from + length; i++) {
            digest = (digest ^ bytes[i] & 0xff) * 0x100000001b3L;
        }
        return digest;
    }

    private static long digest(File file) throws IOException {
        byte[] bytes = read(file, 0, file.length());
        return digest(START, bytes, 0, bytes.length);
    }

    /** Opened and moved like the class files that the JVM reads. */
    private static byte[] read(File file, long from, long length) throws IOException {
        try (FileInputStream in = new FileInputStream(file)) {
            in.skip(from);
            return in.readNBytes((int) Math.min(length, Integer.MAX_VALUE - 8));
        }
    }

    /** How many class files a jar's directory lists, and the digest of what it says of them; "" if there is no directory. */
    private static String classFiles(File jar) throws IOException {
        long before = Math.max(0, jar.length() - END - 0xffff - LOCATOR);
        byte[] tail = read(jar, before, jar.length() - before);
        int at = tail.length - END;
        while (at >= 0 && (number(tail, at, 4) != 0x06054b50 || number(tail, at + 20, 2) != tail.length - END - at)) {
            at--;
        }
        if (at < 0) {
            return "";
        }
        long end = before + at;
        long length = number(tail, at + 12, 4);
        if (at >= LOCATOR && number(tail, at - LOCATOR, 4) == 0x07064b50) {
            end = number(tail, at - LOCATOR + 8, 8);
            byte[] wide = read(jar, end, 56);
            if (wide.length < 56 || number(wide, 0, 4) != 0x06064b50) {
                return "";
            }
            length = number(wide, 40, 8);
        }
        return length > end ? "" : classFiles(read(jar, end - length, length));
    }

    private static String classFiles(byte[] directory) {
        long sum = 0;
        int count = 0;
        for (int at = 0; at < directory.length; ) {
            if (at + HEAD > directory.length || number(directory, at, 4) != 0x02014b50) {
                return "";
            }
            int name = (int) number(directory, at + 28, 2);
            int next = at + HEAD + name + (int) number(directory, at + 30, 2) + (int) number(directory, at + 32, 2);
            if (next > directory.length) {
                return "";
            }
            if (name >= CLASS.length() && endsWith(directory, at + HEAD + name, CLASS)) {
                long digest = digest(digest(START, directory, at + HEAD, name), directory, at + 16, 4);
                sum += digest(digest, directory, at + 24, 4);
                count++;
            }
            at = next;
        }
        return count + "\t" + Long.toHexString(sum);
    }

    private static boolean endsWith(byte[] bytes, int end, String with) {
        for (int i = 1; i <= with.length(); i++) {
            if (bytes[end - i] != with.charAt(with.length() - i)) {
                return false;
            }
        }
        return true;
    }

    /** The lowest byte first. */
    private static long number(byte[] bytes, int at, int length) {
        long number = 0;
        for (int i = at + length - 1; i >= at; i--) {
            number = number << 8 | bytes[i] & 0xff;
        }
        return number;
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
