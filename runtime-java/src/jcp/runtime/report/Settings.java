package jcp.runtime.report;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;

/**
 * What the user says by properties and variables, and removing files: by means that initialise no class of the JDK which the
 * program may be the first to use. Initialising a class takes an identity hash for its mirror, so the program's later hashes
 * would be others than in the original: {@code System.getenv} initialises five, a file that {@code Files} does not find
 * two.
 *
 * <p>The properties are taken away from the program: one that lists or copies all of them does the same as without jcp, and in
 * the replay, which has others, as in the capturing run.
 */
public final class Settings {
    private static final String[] NAMES = {
        "jcp.arrival", "jcp.checkpoint", "jcp.count", "jcp.instance", "jcp.key.file", "jcp.mandatory", "jcp.mark", "jcp.observe", "jcp.order", "jcp.progress", "jcp.refused",
        "jcp.region", "jcp.report", "jcp.set", "jcp.sockets", "jcp.states", "jcp.surroundings", "jcp.turn", "jcp.turn.ended",
    };
    private static final Map<String, String> GIVEN = new HashMap<>();

    static {
        for (String name : NAMES) {
            String value = System.clearProperty(name);
            if (value != null) {
                GIVEN.put(name, value);
            }
        }
    }

    private Settings() {}

    /** The property of the runtime with this name, one of those above; null if the user did not set it. */
    public static String property(String name) {
        return GIVEN.get(name);
    }

    /** The property, or else the environment variable; null if there is neither. */
    public static String get(String property, String variable) {
        String value = property(property);
        return value != null ? value : variable(variable);
    }

    private static String variable(String name) {
        byte[] all;
        try (FileInputStream in = new FileInputStream("/proc/self/environ")) {
            all = in.readAllBytes();
        } catch (IOException e) {
            return System.getenv(name); // another system
        }
        String wanted = name + "=";
        int start = 0;
        for (int end = 0; end < all.length; end++) {
            if (all[end] == 0) {
                if (startsWith(all, start, wanted)) {
                    return text(all, start + wanted.length(), end);
                }
                start = end + 1;
            }
        }
        return null;
    }

    private static boolean startsWith(byte[] all, int at, String wanted) {
        for (int i = 0; i < wanted.length(); i++) {
            if (at + i >= all.length || all[at + i] != wanted.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static String text(byte[] all, int start, int end) {
        try {
            return new String(all, start, end - start, System.getProperty("sun.jnu.encoding", "UTF-8"));
        } catch (java.io.UnsupportedEncodingException e) {
            return new String(all, start, end - start);
        }
    }

    /** Removes a file, if it is there. */
    public static void remove(File file) throws IOException {
        if (file.exists() && !file.delete()) {
            Files.deleteIfExists(file.toPath()); // says why
        }
    }
}
