package jcp.runtime;

import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Service loaders: what they have found so far is copied; where they go on looking is made anew, and taken as far as it had come.
 *
 * <p>A loader looks twice: for its iterators, which make instances, and for its stream. Providers come in the same order in both runs,
 * as both have the same class path. One that could not be made left no trace, so the next is the first whose class fits.
 */
final class ServiceLoaders {
    static final String KEY = "service loader ";
    private static final Row[] LOOKUPS = {new Row("lookupIterator1", "instantiatedProviders"), new Row("lookupIterator2", "loadedProviders")};

    private ServiceLoaders() {}

    static boolean concerns(Class<?> type) {
        return type == ServiceLoader.class;
    }

    /** Which of its look-ups have begun. */
    static String[] take(Object loader) {
        String[] begun = new String[LOOKUPS.length];
        for (int i = 0; i < LOOKUPS.length; i++) {
            begun[i] = Boolean.toString(Access.getField(loader, ServiceLoader.class, LOOKUPS[i].words[0]) != null);
        }
        return Leaves.leaf(begun);
    }

    static void give(Object loader, String[] begun) {
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
                    throw new IllegalStateException("the class path has no provider " + found.getClass().getName() + " any more");
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
}
