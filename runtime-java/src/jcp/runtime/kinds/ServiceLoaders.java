package jcp.runtime.kinds;

import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Row;

/**
 * Service loaders: what they have found so far is copied; where they go on looking is made anew, and taken as far as it had come.
 *
 * <p>A loader looks twice: for its iterators, which make instances, and for its stream. Providers come in the same order in both runs,
 * as both have the same class path. One that could not be made left no trace, so the next is the first whose class fits.
 */
public final class ServiceLoaders {
    private static final Row[] LOOKUPS = {new Row("lookupIterator1", "instantiatedProviders"), new Row("lookupIterator2", "loadedProviders")};

    private ServiceLoaders() {}

    /** Which of its look-ups have begun. */
    static String[] capture(Object loader) {
        String[] begun = new String[LOOKUPS.length];
        for (int i = 0; i < LOOKUPS.length; i++) {
            begun[i] = Boolean.toString(Access.getField(loader, ServiceLoader.class, LOOKUPS[i].words[0]) != null);
        }
        return begun;
    }

    static void restore(Object loader, String[] begun) {
        for (int i = 0; i < LOOKUPS.length; i++) {
            if (Boolean.parseBoolean(begun[i]) && Access.getField(loader, ServiceLoader.class, LOOKUPS[i].words[0]) == null) {
                Iterator<?> lookup = (Iterator<?>) Access.call(loader, ServiceLoader.class, "newLookupIterator");
                for (Object found : (List<?>) Access.getField(loader, ServiceLoader.class, LOOKUPS[i].words[1])) {
                    seek(lookup, found);
                }
                Access.setField(loader, ServiceLoader.class, LOOKUPS[i].words[0], lookup);
            }
        }
    }

    private static void seek(Iterator<?> lookup, Object found) {
        while (true) {
            try {
                if (!lookup.hasNext()) {
                    throw new IllegalStateException("the class path no longer has the service provider " + found.getClass().getName()
                        + "; replay with the class path of the capturing run");
                }
                Class<?> type = ((ServiceLoader.Provider<?>) lookup.next()).type();
                boolean same = found instanceof ServiceLoader.Provider ? type == ((ServiceLoader.Provider<?>) found).type() : type.isInstance(found);
                if (same) {
                    return;
                }
            } catch (ServiceConfigurationError e) {
                continue; // the captured run had it too
            }
        }
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.util.ServiceLoader.lookupIterator1", "java.util.ServiceLoader.lookupIterator2"};
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) {
            return ServiceLoaders.capture(o);
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            ServiceLoaders.restore(o, part);
        }
    }
}
