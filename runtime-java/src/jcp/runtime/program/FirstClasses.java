package jcp.runtime.program;

import java.net.URL;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.MarkWords;
import jcp.runtime.jvm.RandomSequence;

/**
 * The classes of the program that the JVM loads before the first hook, the main class and those with which it verifies that, and what
 * it takes of identity hashes and random numbers to load them. With jcp's jar in front it searches, opens and reads other entries of the class path than it
 * would without. So both are done again, with class paths of their own that are as at the launch, and the difference is told.
 *
 * <p>Invariant: what is done for the first time in this JVM is done before it is counted, but for the original's own
 * entries: classes of the JDK that these need, such as exceptions for entries that are not there, are loaded first there.
 */
public final class FirstClasses {
    private static final String TYPE = "jdk.internal.loader.URLClassPath";
    /** The first JDK whose JVM has no table of protection domains, which hashes each: there is one for each entry that classes are from. */
    private static final int UNPROTECTED = 24;
    /** So many hashes before the first hook the JVM was still being made. */
    private static final int LONG_AGO = 256;
    private static final String RESOURCE = "jdk.internal.loader.Resource";

    private final Object launched;
    /** Of the launch, jcp's own in front. */
    private final List<URL> entries;
    private final List<URL> others;
    /** Class files in jcp's jar that are other entries'; null: all. */
    private final Set<String> moved;
    private final List<String> files = new ArrayList<>();

    /** How many hashes more the original would have taken; negative: fewer. */
    int hashes;
    /** How many numbers of the JVM's sequence more. */
    int numbers;
    /** How many hashes the search takes here. */
    private int own;
    /** The how manyth hash of the original's search is the main thread's, as that thread then loads a native library; 0: none. */
    private int ofThread;

    /** {@code launched}: a class path of the JVM's kind. */
    FirstClasses(Object launched, List<URL> entries, Set<String> moved) {
        this.launched = launched;
        this.entries = entries;
        others = new ArrayList<>(entries);
        others.remove(0);
        this.moved = moved;
        for (Class<?> type : LoadedClasses.ofProgram()) {
            files.add(type.getName().replace('.', '/') + ".class");
        }
    }

    /** Counts; with no jar known to be open, since to tell that two are the same the JDK loads a class which the program may be the first to need. */
    @SuppressWarnings("unchecked")
    void count() throws InstantiationException {
        Class<?> source = JdkClasses.initialized("java.util.zip.ZipFile$Source");
        if (source == null) { // no jar was opened
            countAlone();
            return;
        }
        Map<Object, Object> files = (Map<Object, Object>) Access.getField(null, source, "files");
        synchronized (files) {
            Map<Object, Object> known = new HashMap<>(files);
            files.clear();
            try {
                countAlone();
            } finally {
                files.putAll(known);
            }
        }
    }

    private void countAlone() throws InstantiationException {
        Thread main = Thread.currentThread();
        boolean isHashed = MarkWords.hashOf(main) != 0;
        load(false); // what this needs is loaded
        HashGenerator begun = HashGenerator.now();
        int ownSources = load(false);
        HashGenerator here = HashGenerator.now();
        int sources = load(true);
        HashGenerator there = HashGenerator.now();
        if (begun != null) {
            own = begun.until(here);
            hashes = here.until(there) - own + (Runtime.version().feature() < UNPROTECTED ? sources - ownSources : 0);
            numbers = RandomSequence.count(here.random, there.random);
            ofThread = isHashed ? 0 : here.position(MarkWords.hashOf(main), here.until(there));
        }
    }

    /**
     * Gives what the JVM has hashed before the first hook, for which the generator was in this state, the hashes that the original's
     * would have: to the main class and its domain, which come after the search, and to the main thread, which comes within it.
     */
    void correct(HashGenerator begun) {
        if (hashes == 0 && ofThread == 0 || files.size() > 1) {
            return; // of several classes some are hashed before others are searched
        }
        HashGenerator earliest = begun.after(-LONG_AGO);
        Thread main = Thread.currentThread();
        int thread = position(earliest, main);
        int folders = position(earliest, JdkClasses.initialized(TYPE + "$FileLoader"));
        int searched = LONG_AGO;
        for (Object object : hashed()) {
            int position = position(earliest, object);
            if (position > 0) {
                searched = Math.min(searched, position - 1);
                MarkWords.replace(object, earliest.after(position + hashes).given());
            }
        }
        // the first folder of a class path takes a hash, as the JDK's class that searches folders is linked
        int folder = moved == null && !others.isEmpty() && others.get(0).getPath().endsWith("/") ? 1 : 0;
        if (ofThread > 0) {
            MarkWords.replace(main, earliest.after((folders > 0 ? folders - 1 + folder : searched) - own + ofThread).given());
        } else if (thread > 0 && folders == 0) {
            MarkWords.replace(main, earliest.after(thread + folder).given());
        }
    }

    /** The how manyth hash since then is that of the object; 0 if none. */
    private static int position(HashGenerator earliest, Object object) {
        return object == null ? 0 : earliest.position(MarkWords.hashOf(object), LONG_AGO);
    }

    /** The first classes and their domains, each once. */
    private static List<Object> hashed() {
        List<Object> found = new ArrayList<>();
        for (Class<?> type : LoadedClasses.ofProgram()) {
            found.add(type);
            Object domain = type.getProtectionDomain();
            boolean isNew = true;
            for (Object other : found) {
                isNew &= other != domain;
            }
            if (isNew) {
                found.add(domain);
            }
        }
        return found;
    }

    /** Has the JVM's class path, without jcp's jar, open what the original's would have open. */
    void open(Object rest) {
        for (String file : files) {
            if (moved == null || moved.contains(file)) {
                Object found = find(rest, file);
                if (found != null && file.indexOf('/') >= 0) {
                    Access.call(found, Access.jdk(RESOURCE), "getManifest"); // read when the first class of a package is defined
                }
            }
        }
    }

    /** Loads all; returns from how many entries. */
    private int load(boolean original) throws InstantiationException {
        List<String> sources = new ArrayList<>();
        Object path = fresh(original && moved == null ? others : entries);
        for (String file : files) {
            Object found = original && moved != null && moved.contains(file) ? behind(path, file) : find(path, file);
            if (found != null) {
                String source = read(found, file.indexOf('/') >= 0);
                if (!sources.contains(source)) {
                    sources.add(source);
                }
            }
        }
        Access.call(path, Access.jdk(TYPE), "closeLoaders");
        return sources.size();
    }

    /** As the class loader does when it makes a class; returns the entry. */
    private static String read(Object resource, boolean named) {
        Class<?> type = Access.jdk(RESOURCE);
        String source = Access.call(resource, resource.getClass(), "getCodeSourceURL").toString();
        if (named) {
            Access.call(resource, type, "getManifest");
        }
        if (Access.call(resource, type, "getByteBuffer") == null) {
            Access.call(resource, type, "getBytes");
        }
        Access.call(resource, type, "getCodeSigners");
        return source;
    }

    private Object fresh(List<URL> urls) throws InstantiationException {
        Class<?> type = Access.jdk(TYPE);
        Object path = Access.U.allocateInstance(type);
        for (ClassFields field : ClassFields.of(type)) {
            if (!field.isStatic()) {
                Access.setField(path, type, field.name, Access.getField(launched, type, field.name));
            }
        }
        Access.setField(path, type, "path", new ArrayList<>(urls));
        ArrayDeque<URL> unopened = new ArrayDeque<>();
        for (URL url : urls) {
            unopened.add(url); // given a collection it links a lambda
        }
        Access.setField(path, type, "unopenedUrls", unopened);
        Access.setField(path, type, "loaders", new ArrayList<>());
        Access.setField(path, type, "lmap", new HashMap<>());
        return path;
    }

    /** Null if it is not there. */
    static Object find(Object path, String file) {
        return resource(path, Access.jdk(TYPE), file);
    }

    /** The same, but for the first entry. */
    private static Object behind(Object path, String file) {
        Class<?> type = Access.jdk(TYPE);
        for (int i = 1; ; i++) {
            Object loader;
            try {
                loader = Access.method(type, "getLoader", int.class).invoke(path, i);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
            Object found = loader == null ? null : resource(loader, loader.getClass(), file);
            if (loader == null || found != null) {
                return found;
            }
        }
    }

    private static Object resource(Object in, Class<?> type, String file) {
        boolean checks = Access.method(type, "getResource", 2) != null; // JDKs with security managers
        return checks ? Access.call(in, type, "getResource", file, false) : Access.call(in, type, "getResource", file);
    }
}
