package org.springframework.boot.loader.launch;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A launcher that does in few lines what Spring Boot's does: a loader for the folder and the jars in the jar, which calls the program's main. */
public class JarLauncher {
    private static final Cleaner CLEANER = Cleaner.create();
    /** Content by its URL from the outer jar on. */
    static final Map<String, byte[]> CONTENT = new LinkedHashMap<>();

    public static void main(String[] args) throws Exception {
        launch(args, "jar:nested:", "/!");
    }

    protected static void launch(String[] args, String before, String between) throws Exception {
        System.setProperty("java.protocol.handler.pkgs", "org.springframework.boot.loader.launch");
        File file = new File(new URI(JarLauncher.class.getProtectionDomain().getCodeSource().getLocation().toString()));
        List<URL> path = new ArrayList<>();
        try (JarFile jar = new JarFile(file)) {
            String outer = before + file.getPath() + between;
            for (ZipEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                boolean nested = name.startsWith("BOOT-INF/lib/") && !entry.isDirectory();
                String base = outer + (nested ? name : "BOOT-INF/classes/") + "!/";
                if (nested || name.equals("BOOT-INF/classes/")) {
                    path.add(new URL(null, base, Handler.INSTANCE));
                }
                if (nested) {
                    if (entry.getMethod() != ZipEntry.STORED) {
                        throw new IllegalStateException("the nested jar " + name + " is compressed");
                    }
                    ZipInputStream in = new ZipInputStream(jar.getInputStream(entry));
                    for (ZipEntry each; (each = in.getNextEntry()) != null; ) {
                        CONTENT.put(inside(base + each.getName()), in.readAllBytes());
                    }
                } else if (name.startsWith("BOOT-INF/classes/")) {
                    CONTENT.put(inside(base + name.substring("BOOT-INF/classes/".length())), jar.getInputStream(entry).readAllBytes());
                }
            }
            CLEANER.register(path, () -> {});
            ClassLoader loader = new Loader(path.toArray(new URL[0]));
            Thread.currentThread().setContextClassLoader(loader);
            String start = jar.getManifest().getMainAttributes().getValue("Start-Class");
            Class.forName(start, false, loader).getMethod("main", String[].class).invoke(null, new Object[] {args});
        }
    }

    /** What follows the outer jar: a URL of before the checkpoint names the capturing one. */
    static String inside(String url) {
        return url.substring(url.indexOf('!'));
    }

    static final class Loader extends URLClassLoader {
        static {
            ClassLoader.registerAsParallelCapable();
        }

        Loader(URL[] path) {
            super(path, JarLauncher.class.getClassLoader());
        }
    }

    static class Handler extends URLStreamHandler {
        static final Handler INSTANCE = new Handler();

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() throws IOException {
                    if (!CONTENT.containsKey(inside(url.toString()))) {
                        throw new FileNotFoundException(url.toString());
                    }
                }

                @Override
                public InputStream getInputStream() throws IOException {
                    connect();
                    return new ByteArrayInputStream(CONTENT.get(inside(url.toString())));
                }
            };
        }

        /** Relative names go behind the last mark of a jar in a jar. */
        @Override
        protected void parseURL(URL url, String spec, int start, int limit) {
            String text = spec.substring(start, limit);
            String base = url.getFile() == null ? "" : url.getFile();
            String all = text.contains("!/") ? text : base.substring(0, base.indexOf("!/", base.indexOf("!") + 1) + 2) + text;
            setURL(url, "jar", "", -1, null, null, all, null, null);
        }
    }
}
