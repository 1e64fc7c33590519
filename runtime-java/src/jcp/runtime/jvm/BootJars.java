package jcp.runtime.jvm;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The jars in which the boot loader looks for classes after the JDK's own, as agents append them ({@code appendToBootstrapClassLoaderSearch}). The JVM
 * keeps no list that can be read. It maps the directory of each jar into its memory and keeps the file open, as the operating system tells
 * ({@code /proc/self}): so the content can be had even if the file was deleted.
 *
 * <p>Left out: jars that the launch has named, which the replay has by itself; what the order of several jars means for classes that two of them have.
 */
public final class BootJars {
    /** Between the arguments that a launch gave, as the JDK keeps them. */
    private static final String LAUNCHED = "jdk.boot.class.path.append";
    private static final String OPEN = "/proc/self/fd";
    private static final String GONE = " (deleted)";

    private BootJars() {}

    /** Whether the launch has named jars for the boot loader. */
    public static boolean launched() {
        return !LaunchProperties.get(LAUNCHED, "").isEmpty();
    }

    /** Of each jar its path and its content in turn, the content as a text of its bytes. */
    public static List<String> appended() throws IOException {
        List<String> found = new ArrayList<>();
        String jdk = LaunchProperties.get("java.home", "") + "/";
        String launched = File.pathSeparator + LaunchProperties.get(LAUNCHED, "") + File.pathSeparator;
        for (String path : new Libraries().paths()) {
            String name = path.endsWith(GONE) ? path.substring(0, path.length() - GONE.length()) : path;
            boolean mayBe = name.startsWith("/") && !name.startsWith(jdk) && !launched.contains(File.pathSeparator + name + File.pathSeparator);
            byte[] content = mayBe ? content(path) : null;
            if (content != null && content.length > 3 && content[0] == 'P' && content[1] == 'K') {
                found.add(name);
                found.add(new String(content, StandardCharsets.ISO_8859_1));
            }
        }
        return found;
    }

    /** Whether the JVM prints warnings, such as the one when a jar is appended: the program has seen it before the checkpoint. Returns whether it has printed them. */
    public static boolean warn(boolean prints) {
        HotSpot structures = HotSpot.find();
        long place = structures == null ? 0 : structures.flag("PrintWarnings");
        boolean before = place == 0 || Access.U.getByte(place) != 0;
        if (place != 0) {
            Access.U.putByte(place, (byte) (prints ? 1 : 0));
        }
        return before;
    }

    /** What an open file contains; null if no file of that path is open. */
    private static byte[] content(String path) throws IOException {
        String[] numbers = new File(OPEN).list();
        for (String number : numbers == null ? new String[0] : numbers) {
            byte[] content = content(Path.of(OPEN, number), path);
            if (content != null) {
                return content;
            }
        }
        return null;
    }

    /** The same of one number. Other threads open and close files meanwhile, also under the same number; the JVM never closes its jars. */
    private static byte[] content(Path link, String path) throws IOException {
        if (!path.equals(target(link))) {
            return null;
        }
        try (FileInputStream in = new FileInputStream(link.toFile())) {
            byte[] content = in.readAllBytes();
            return path.equals(target(link)) ? content : null;
        } catch (FileNotFoundException closed) {
            return null;
        }
    }

    /** Where the link leads; null if the number is free. */
    private static String target(Path link) throws IOException {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (NoSuchFileException free) {
            return null;
        }
    }
}
