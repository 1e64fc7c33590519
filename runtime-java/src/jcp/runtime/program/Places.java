package jcp.runtime.program;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;

/**
 * Where the classes are that a program has asked about by their {@code CodeSource}, as texts: the protocol and the path of each location.
 * And what it has opened: the absolute path of a file, the texts of the command of another program.
 *
 * <p>A class of its own, since it names members of the JDK: it is loaded where a program asks. Left out: sources without a location, which
 * lead nowhere.
 */
final class Places {
    private Places() {}

    /** Of sources, up to the first null. */
    static String[] of(Object[] sources) {
        String[] all = new String[sources.length];
        int count = 0;
        for (int i = 0; i < sources.length && sources[i] != null; i++) {
            URL location = ((CodeSource) sources[i]).getLocation();
            if (location != null) {
                all[count++] = location.getProtocol() + ":" + location.getPath();
            }
        }
        String[] found = new String[count];
        System.arraycopy(all, 0, found, 0, count);
        return found;
    }

    /** The texts of what was opened, up to the first null. Of a program that is started, the texts have a mark in front. */
    static String[] opened(Object[] all) {
        String text = "";
        for (int i = 0; i < all.length && all[i] != null; i++) {
            Object it = all[i];
            if (it instanceof ProcessBuilder) {
                Object[] command = ((ProcessBuilder) it).command().toArray();
                for (Object each : command) {
                    text += "?" + each + '\0';
                }
            } else {
                text += path(it) + '\0';
            }
        }
        return split(text);
    }

    private static String path(Object it) {
        if (it instanceof URL) {
            return ((URL) it).getProtocol() + ":" + ((URL) it).getPath();
        }
        if (it instanceof URI) {
            return it.toString();
        }
        if (it instanceof Path) {
            return new File(it.toString()).getAbsolutePath();
        }
        return (it instanceof File ? (File) it : new File((String) it)).getAbsolutePath();
    }

    private static String[] split(String text) {
        int count = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == 0) {
                count++;
            }
        }
        String[] found = new String[count];
        int from = 0;
        for (int i = 0; i < count; i++) {
            int to = text.indexOf(0, from);
            found[i] = text.substring(from, to);
            from = to + 1;
        }
        return found;
    }
}
