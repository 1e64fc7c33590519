package jcp.runtime.files;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;

/**
 * File systems over a JDK's image of modules ({@code jrt:/}) and their paths, as compilers use them. The JVM's own one is
 * found again; one of a named Java home is opened again, once for each that there was. The provider loads the classes of
 * such a one by a loader of its own, so that they are neither the JDK's nor the application's.
 *
 * <p>Left out: closed file systems; classes of such a loader other than the two.
 */
public final class JrtFiles {
    private JrtFiles() {}

    private static final String PACKAGE = "jdk.internal.jrtfs.";
    private static final URI ROOT = URI.create("jrt:/");
    /** The file systems of named Java homes that were met, in this order. */
    private static final List<FileSystem> MET = new ArrayList<>();
    private static final Map<String, FileSystem> MADE = new HashMap<>();

    static boolean concerns(Class<?> type) {
        return type.getName().startsWith(PACKAGE) && (Access.isJdk(type) || home(type) != null);
    }

    /** The Java home that the loader of the class reads; null for any other loader. */
    private static String home(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader == null || !loader.getClass().getName().equals(PACKAGE + "JrtFileSystemProvider$JrtFsLoader")) {
            return null;
        }
        File jar = new File(URI.create(((URLClassLoader) loader).getURLs()[0].toString())); // HOME/lib/jrt-fs.jar
        return jar.getParentFile().getParent();
    }

    /** A file system or a path of one; null for others. */
    static String[] capture(Object o) {
        FileSystem system = o instanceof FileSystem ? (FileSystem) o : o instanceof Path ? ((Path) o).getFileSystem() : null;
        if (system == null || !system.isOpen()) {
            return null;
        }
        String home = home(system.getClass());
        if (home == null && system != FileSystems.getFileSystem(ROOT)) {
            return null;
        }
        String text = o instanceof Path ? o.toString() : null;
        if (text != null && !system.getPath(text).equals(o)) {
            return null;
        }
        return new String[] {"jrt", home, Integer.toString(home == null ? 0 : number(system)), text};
    }

    private static int number(FileSystem system) {
        for (int i = 0; i < MET.size(); i++) {
            if (MET.get(i) == system) {
                return i;
            }
        }
        MET.add(system);
        return MET.size() - 1;
    }

    static Object make(String[] leaf) {
        FileSystem system = leaf[1] == null ? FileSystems.getFileSystem(ROOT) : MADE.get(leaf[2]);
        if (system == null) {
            try {
                system = FileSystems.newFileSystem(ROOT, Map.of("java.home", leaf[1]));
            } catch (IOException e) {
                throw new IllegalStateException("the Java home " + leaf[1] + " cannot be opened: " + e, e);
            }
            MADE.put(leaf[2], system);
        }
        return leaf[3] == null ? system : system.getPath(leaf[3]);
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public boolean isJdks(Class<?> type) {
            return concerns(type);
        }

        @Override
        public String[] toText(Object o) {
            return JrtFiles.capture(o);
        }

        @Override
        public Object fromText(String[] text) {
            return make(text);
        }
    }
}
