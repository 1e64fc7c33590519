import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * Plays the original, the capturing and the replaying program (the nested classes) the way jcp's runtime leaves its
 * traces, with a fault of the kind named by the first argument.
 */
public class Fake {
    private static String role;
    private static String fault;

    public static class Original {
        public static void main(String[] args) throws Exception {
            run("original", args);
        }
    }

    public static class Capture {
        public static void main(String[] args) throws Exception {
            run("capture", args);
        }
    }

    public static class Replay {
        public static void main(String[] args) throws Exception {
            run("replay", args);
        }
    }

    private static void run(String as, String[] args) throws Exception {
        role = as;
        fault = args[0];
        int state = 42;
        if (is("replay")) {
            if (fault.equals("cannot-replay")) {
                report("{\"status\":\"refused\",\"reasons\":[{\"why\":\"another JDK\"}]}");
                System.exit(78);
            }
            state = Integer.parseInt(Files.readString(checkpoint(System.getProperty("jcp.region"))));
            if (!fault.equals("second-silent") || !System.getProperty("jcp.region").equals("2")) {
                report("{\"status\":\"replayed\",\"reasons\":[],\"restore_ns\":1}");
            }
        } else {
            before();
            if (is("capture")) {
                capture(state);
            }
        }
        after(state);
    }

    private static void before() throws Exception {
        while (fault.equals("hangs")) {
            Thread.onSpinWait();
        }
        System.out.println("before, in " + Path.of("").toAbsolutePath());
        if (fault.equals("durations")) {
            System.out.println("took " + "1".repeat(is("capture") ? 7 : 3) + " ms");
        }
        if (fault.startsWith("random")) {
            System.out.println("now " + System.nanoTime());
        }
        if (fault.equals("counters") && is("capture") && sharesCounters()) {
            System.out.println("[warning] Cannot use file because it is locked by another process");
        }
        System.err.println("warning before");
        write("log.txt", "input " + Files.readString(Path.of("data/in.txt")));
        Files.delete(Path.of("data/old.txt"));
    }

    /** Whether the JVM has a file of counters, which JVMs that start at the same time lock. */
    private static boolean sharesCounters() {
        String folder = "/tmp/hsperfdata_" + System.getProperty("user.name");
        return Files.exists(Path.of(folder, Long.toString(ProcessHandle.current().pid())));
    }

    private static void after(int state) throws IOException {
        if (fault.startsWith("random-")) {
            System.out.println("later " + System.nanoTime() + " of " + (is("replay") && fault.equals("random-wrong") ? 1 : 2));
            write("random.txt", "a\n" + System.nanoTime() + "\n");
            write(System.nanoTime() + ".tmp", "");
        }
        if (fault.equals("random-lines") && !is("original")) {
            System.out.println("one more");
        }
        System.out.println("after " + state + on("replay-stdout", "!") + (is("capture") ? on("capture-stdout", "?") : ""));
        System.err.println("warning after" + on("replay-stderr", "!"));
        write("log.txt", "result " + state + on("replay-file", "!") + "\n");
        if (is("replay") && fault.equals("replay-stray")) {
            write("stray.txt", "");
        }
        System.exit(is("replay") && fault.equals("replay-status") ? 4 : 3);
    }

    private static void capture(int state) throws Exception {
        switch (fault) {
            case "refused", "refused-changed" -> {
                System.err.println("jcp: refused: a socket");
                if (fault.equals("refused-changed")) {
                    System.out.println("and something else");
                }
                report("{\"status\":\"refused\",\"reasons\":[{\"class\":\"a.B\",\"path\":\"A.b\",\"why\":\"a socket\"}]}");
            }
            case "not-reached" -> report("{\"status\":\"not-reached\",\"arrivals\":2}");
            case "no-report" -> { }
            case "second-silent" -> {
                captured(state, "", "1");
                captured(state, "-2", "2");
            }
            default -> captured(state, "", null);
        }
    }

    /** Leaves what a capturing run leaves of a region; its number is null if there is but one. */
    private static void captured(int state, String suffix, String region) throws IOException {
        mark(suffix);
        Files.writeString(checkpoint(region), Integer.toString(state));
        Files.writeString(Path.of(path("report") + suffix),
                "{\"status\":\"captured\",\"arrivals\":1,\"reasons\":[],\"objects\":5,\"bytes\":2,\"snapshot_ns\":1}");
    }

    private static Path checkpoint(String region) {
        Path file = path("checkpoint");
        return region == null ? file : Path.of(file.toString().replace(".jcp", "-" + region + ".jcp"));
    }

    private static void mark(String suffix) throws IOException {
        System.out.flush();
        Path folder = Path.of(path("mark") + suffix);
        copy(Path.of(""), folder.resolve("cwd"));
        Files.writeString(folder.resolve("mark.txt"),
                "stdout " + Files.size(Path.of("/proc/self/fd/1")) + "\nstderr " + Files.size(Path.of("/proc/self/fd/2"))
                + "\nnanos 0\n");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> inside = Files.list(from.toAbsolutePath())) {
            inside.forEach(path -> {
                try {
                    Path target = to.resolve(path.getFileName());
                    if (Files.isDirectory(path)) {
                        copy(path, target);
                    } else {
                        Files.copy(path, target);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    private static boolean is(String role) {
        return Fake.role.equals(role);
    }

    /** The word, where the fault is this one and the program is not the original. */
    private static String on(String wanted, String word) {
        return fault.equals(wanted) && is("replay") ? word : fault.equals(wanted) && wanted.startsWith("capture") ? word : "";
    }

    private static Path path(String property) {
        return Path.of(System.getProperty("jcp." + property));
    }

    private static void report(String json) throws IOException {
        Files.writeString(path("report"), json);
    }

    private static void write(String file, String text) throws IOException {
        Files.writeString(Path.of(file), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
