package jcp.runtime.jvm;

import java.util.HashSet;
import java.util.Set;

/**
 * Which classes the boot loader has made, by the JVM's own list ({@link HotSpot}): to look a class up by its name would make the
 * JVM load it, and the texts that the program's first use of it meets for the first time would be known then
 * ({@link RandomSequence}).
 *
 * <p>The JVM puts new classes first, so that the list is read up to the one that was first the last time. Where it is not known, every class may be there.
 */
public final class BootClasses {
    /** Internal names. */
    private static final Set<String> NAMES = new HashSet<>();
    /** Where the one is that was first when the list was read. */
    private static long newest;

    private BootClasses() {}

    /** Whether the boot loader may have made a class of this binary name. */
    static synchronized boolean mayHave(String name) {
        HotSpot jvm = HotSpot.find();
        if (jvm == null) {
            return true;
        }
        newest = jvm.addNames(Object.class, newest, NAMES);
        return NAMES.contains(name.replace('.', '/'));
    }
}
