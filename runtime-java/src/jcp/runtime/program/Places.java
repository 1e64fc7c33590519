package jcp.runtime.program;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.jvm.Access;

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
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < sources.length && sources[i] != null; i++) {
            URL location = ((CodeSource) sources[i]).getLocation();
            if (location != null) {
                texts.add(path(location));
            }
        }
        return texts.toArray(new String[0]);
    }

    /**
     * The texts of what was opened, up to the first null. Of a program that is started, the texts have a mark in front. Of a class that is
     * not the JDK's no code runs now: what it names is not known.
     */
    static String[] opened(Object[] all) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < all.length && all[i] != null; i++) {
            Object it = all[i];
            if (!Access.isJdk(it.getClass())) {
                MethodCounts.asks(0, MethodCounts.OPENING);
            } else if (it instanceof ProcessBuilder) {
                for (Object word : ((ProcessBuilder) it).command().toArray()) {
                    texts.add("?" + word);
                }
            } else {
                texts.add(path(it));
            }
        }
        return texts.toArray(new String[0]);
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
}
