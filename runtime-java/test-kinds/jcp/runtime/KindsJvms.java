package jcp.runtime;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.concurrent.Executors;

/**
 * Two JVMs: {@code take FILE} changes JVM-wide state, writes it, and prints what it goes on to compute; {@code give FILE}
 * reads it back and prints the same if all is well. Anchors met by {@link KindsTable} must resolve to the same classes.
 */
public final class KindsJvms {
    private KindsJvms() {}

    public static void main(String[] args) throws Exception {
        Opening.open();
        Anchors.begin();
        Path file = Path.of(args[1]);
        if (args[0].equals("take")) {
            Map<String, String[]> objects = table();
            change();
            List<Problem> problems = new ArrayList<>();
            Environment.check(problems);
            System.err.println("problems: " + problems);
            write(file, Environment.take(), objects);
        } else {
            Map<String, String[]> state = new TreeMap<>();
            Map<String, String[]> objects = new TreeMap<>();
            for (String line : Files.readAllLines(file)) {
                String[] parts = line.split("\t", -1);
                String[] value = Arrays.copyOfRange(parts, 2, parts.length);
                for (int i = 0; i < value.length; i++) {
                    value[i] = value[i].replace("\\n", "\n").replace("\\t", "\t");
                }
                (parts[0].equals("E") ? state : objects).put(parts[1], value);
            }
            Environment.give(state);
            for (Map.Entry<String, String[]> e : objects.entrySet()) {
                Object made = e.getKey().startsWith("@") ? Anchors.resolve(e.getKey().substring(1))
                    : Leaves.make(Arrays.copyOfRange(e.getValue(), 1, e.getValue().length));
                if (!made.getClass().getName().equals(e.getValue()[0])) {
                    System.out.println("WRONG " + e.getKey() + ": " + made.getClass());
                }
            }
        }
        goOn();
        System.exit(0);
    }

    private static Map<String, String[]> table() throws Exception {
        Map<String, String[]> found = new TreeMap<>();
        for (Object o : KindsTable.objects().values()) {
            if (o == null || !Access.isJdk(o.getClass())) {
                continue;
            }
            String anchor = Anchors.name(o);
            String[] leaf = anchor == null ? Leaves.take(o) : null;
            if (anchor != null) {
                found.put("@" + anchor, Leaves.leaf(o.getClass().getName()));
            } else if (leaf != null) {
                List<String> parts = new ArrayList<>(List.of(o.getClass().getName()));
                parts.addAll(List.of(leaf));
                found.put(String.join(" ", leaf), parts.toArray(new String[0]));
            }
        }
        return found;
    }

    private static void change() {
        System.setProperty("my.property", "x");
        System.setProperty("user.dir", "/changed");
        System.clearProperty("java.vendor.url");
        Locale.setDefault(Locale.GERMANY);
        Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("th-TH-u-nu-thai"));
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
        new Thread(() -> { });
        Executors.newCachedThreadPool();
        Math.random();
        java.util.Collections.shuffle(new ArrayList<>(List.of(1, 2)));
        java.util.logging.Logger.getLogger("a.b").setLevel(java.util.logging.Level.FINE);
        Thread.currentThread().setPriority(6);
        Thread.currentThread().interrupt();
    }

    /** What a program would print. */
    @SuppressWarnings("deprecation")
    private static void goOn() {
        Set<String> set = Set.of("a", "b", "c", "d", "e", "f", "g", "h");
        System.out.println(set + " " + Map.of("a", 1, "b", 2, "c", 3));
        System.out.println(System.getProperty("my.property") + System.getProperty("user.dir") + System.getProperty("java.vendor.url"));
        System.out.println(Locale.getDefault() + " " + Locale.getDefault(Locale.Category.FORMAT) + " " + TimeZone.getDefault().getID());
        Thread t = new Thread(() -> { });
        System.out.println(t.getName() + " " + t.getId() + " " + Executors.defaultThreadFactory().newThread(() -> { }).getName());
        List<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6));
        java.util.Collections.shuffle(list);
        System.out.println(Math.random() + " " + list + " " + java.util.concurrent.ThreadLocalRandom.current().nextInt());
        System.out.println(java.util.logging.Logger.getLogger("a.b").getLevel() + " " + Thread.currentThread().getPriority()
            + " " + Thread.interrupted() + " " + new Random(3).nextInt());
    }

    private static void write(Path file, Map<String, String[]> state, Map<String, String[]> objects) throws Exception {
        List<String> lines = new ArrayList<>();
        for (Map<String, String[]> m : List.of(state, objects)) {
            for (Map.Entry<String, String[]> e : m.entrySet()) {
                StringBuilder line = new StringBuilder((m == state ? "E\t" : "O\t") + e.getKey());
                for (String part : e.getValue()) {
                    line.append('\t').append(part.replace("\n", "\\n").replace("\t", "\\t"));
                }
                lines.add(line.toString());
            }
        }
        Files.write(file, lines);
    }
}
