package jcp.runtime.jvm;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The files that jcp has put into {@code META-INF/jcp} of the jar, or of the folder into which it was unpacked. They are read from there and
 * not by a loader: looking resources up hashes what the JVM has anyway (modifiers of modules), which the program's first look-up would
 * do later, and shifts all identity hashes that follow.
 *
 * <p>The first hook reads several files: for so long the jar stays open, since its directory is read each time it is opened.
 */
public final class OwnFiles {
    private static final String FOLDER = "META-INF/jcp/";
    /** Where jcp's own classes are, as the JVM has loaded them: the program sees another place ({@code ClassPath}). */
    private static final URL LOCATION = Access.class.getProtectionDomain().getCodeSource().getLocation();
    /** The jar while it stays open. */
    private static ZipFile open;
    private static boolean staysOpen;

    private OwnFiles() {}

    public static URL location() {
        return LOCATION;
    }

    /** From now on the jar stays open once it was read from. */
    public static void stayOpen() {
        staysOpen = true;
    }

    /** The end of {@link #stayOpen}. */
    public static void close() {
        staysOpen = false;
        ZipFile jar = open;
        open = null;
        try {
            if (jar != null) {
                jar.close();
            }
        } catch (IOException e) {
            return; // it was only read from
        }
    }

    /** The file's content. */
    public static byte[] read(String file) throws IOException {
        File jar = place();
        if (jar.isDirectory()) {
            return contents(new FileInputStream(new File(jar, FOLDER + file)));
        }
        ZipFile zip = open == null ? new ZipFile(apart(jar)) : open;
        if (staysOpen) {
            open = zip;
            return read(zip, file);
        }
        try (zip) {
            return read(zip, file);
        }
    }

    /**
     * Where the program's loader is made by a launcher, jcp's classes are in a folder of the outer jar, which has the files: the launchers
     * write that as {@code jar:nested:/app.jar/!BOOT-INF/classes/!/} or {@code jar:file:/app.jar!/BOOT-INF/classes!/}.
     */
    private static File place() throws IOException {
        String place = LOCATION.toString();
        try {
            if (!place.startsWith("jar:")) {
                return new File(LOCATION.toURI());
            }
            int from = place.indexOf(':', place.indexOf(':') + 1) + 1;
            int mark = place.indexOf('!', from);
            int end = mark > 0 && place.startsWith("jar:nested:") ? mark - 1 : mark;
            return new File(new java.net.URI("file:" + place.substring(from, Math.max(from, end))));
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IOException(LOCATION + ": " + e.getMessage(), e);
        }
    }

    private static byte[] read(ZipFile zip, String file) throws IOException {
        ZipEntry entry = zip.getEntry(FOLDER + file);
        if (entry == null) {
            throw new IOException(LOCATION + " has no " + FOLDER + file + "; instrument again");
        }
        return contents(zip.getInputStream(entry));
    }

    private static byte[] contents(InputStream of) throws IOException {
        try (InputStream in = of) {
            return in.readAllBytes();
        }
    }

    /** Four bytes of a file, the highest first. */
    public static int number(byte[] file, int at) {
        return file[at] << 24 | (file[at + 1] & 0xff) << 16 | (file[at + 2] & 0xff) << 8 | file[at + 3] & 0xff;
    }

    /** Another name of the file: zip files of one name are compared by their keys in the file system. */
    private static File apart(File file) {
        return new File(file.getParentFile(), "./" + file.getName());
    }
}
