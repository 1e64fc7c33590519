package jcp.runtime.jvm;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Paths of the default file system as text and back, whatever the locale can write. A Unix path is bytes; its text is what the
 * JVM's encoding ({@code sun.jnu.encoding}) makes of them. In the locale C, which containers and cron have, that is ASCII: a
 * listing gives paths with other letters, whose text is question marks and means no file. So bytes outside ASCII are kept as such.
 *
 * <p>Invariant: {@link #path} of what {@link #leaf} gave is equal to the path and prints the same text, or it throws: the
 * replay has another locale then.
 *
 * <p>Left out: names in {@code java.io.File}, which are text; one that the locale cannot write means no file in the original either.
 */
public final class FileNames {
    private FileNames() {}

    /** What no path can contain, before bytes that are no ASCII. */
    private static final char BYTES = 0;

    /** Handles on files that {@link #file} was asked for. */
    private static final Map<String, File> HELD = new HashMap<>();

    /** The leaf of a path; null if it is not the default file system's, or its text means another one. */
    public static String[] leaf(Path path) {
        if (path.getFileSystem() != FileSystems.getDefault()) {
            return null;
        }
        String name = name(path);
        return name == null ? null : isBytes(name) ? new String[] {"path", name, path.toString()} : new String[] {"path", name};
    }

    /** The path of a leaf. */
    public static Path path(String[] leaf) {
        Path path = path(leaf[1]);
        if (leaf.length > 2 && !path.toString().equals(leaf[2])) {
            throw new IllegalStateException("the path \"" + leaf[2] + "\" becomes \"" + path + "\" in this JVM, whose locale encodes file names in "
                + System.getProperty("sun.jnu.encoding") + "; replay with the locale of the capturing run (LC_ALL, LC_CTYPE, LANG)");
        }
        return path;
    }

    /** A path's name, for {@link #path(String)}; null if there is none. */
    public static String name(Path path) {
        if (path.getClass().getName().equals("sun.nio.fs.UnixPath")) {
            byte[] bytes = (byte[]) Access.getField(path, path.getClass(), "path");
            for (byte each : bytes) {
                if (each < 0) {
                    return BYTES + new String(bytes, StandardCharsets.ISO_8859_1);
                }
            }
            return path.toString();
        }
        try {
            return Path.of(path.toString()).equals(path) ? path.toString() : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private static boolean isBytes(String name) {
        return !name.isEmpty() && name.charAt(0) == BYTES;
    }

    /** The path of a name. */
    public static Path path(String name) {
        Path some = Path.of(isBytes(name) ? "" : name);
        if (!isBytes(name)) {
            return some;
        }
        Class<?> type = some.getClass();
        try {
            Object path = Access.U.allocateInstance(type);
            Access.setField(path, type, "fs", Access.getField(some, type, "fs"));
            Access.setField(path, type, "path", name.substring(1).getBytes(StandardCharsets.ISO_8859_1));
            return (Path) path;
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The file of a path, for {@code java.io}: where the path's text means another file, a name that Linux has for a descriptor
     * which only holds the place ({@code O_PATH}) and opens nothing.
     */
    public static File file(Path path) {
        String name = name(path);
        if (!isBytes(name) || isText(path)) {
            return path.toFile();
        }
        File held = HELD.get(name);
        if (held == null) {
            try {
                int placeOnly = 010000000;
                Object fd = Access.call(null, Access.jdk("sun.nio.fs.UnixNativeDispatcher"), "open", path, placeOnly, 0);
                held = new File("/proc/self/fd/" + fd);
                HELD.put(name, held);
            } catch (IllegalStateException e) {
                return path.toFile(); // it is not there, as its text is not
            }
        }
        return held;
    }

    /** The remedy for a file that is not where it was named: the name may hold what the JVM could not read of its bytes. */
    public static String remedy(File file, String usual) {
        String encoding = System.getProperty("sun.jnu.encoding", "UTF-8");
        boolean lost = file.getPath().indexOf('\uFFFD') >= 0 || file.getPath().indexOf('?') >= 0 && !encoding.equals("UTF-8");
        return !lost ? usual : "the JVM's locale encodes file names in " + encoding + ", which lacks characters of this name:"
            + " run the JVM with LC_ALL=C.UTF-8, or name a file in ASCII with -Djcp.checkpoint=FILE";
    }

    private static boolean isText(Path path) {
        try {
            return Path.of(path.toString()).equals(path);
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
