package jcp.runtime.jvm;

/**
 * The class files that HotSpot keeps of classes that an agent has changed ({@code InstanceKlass::_cached_class_file}), as they were before: the
 * JVM tells agents this file when they change the class again. Where there is none, it tells the class as it is.
 *
 * <p>The tables of {@link HotSpot} do not have the field. It is three words behind one that they have, in JDK 17 to 25, which
 * {@link #isAsExpected} checks on a class that was changed.
 */
public final class KeptFiles {
    private static final int MAGIC = 0xcafebabe;
    /** The length stands before the file. */
    private static final int FILE = 4;

    private KeptFiles() {}

    private static long place(Class<?> type) {
        HotSpot structures = HotSpot.find();
        return structures == null ? 0 : structures.keptFile(type);
    }

    /** Whether an agent has changed the class when it was loaded, or since then. */
    public static boolean has(Class<?> type) {
        long place = place(type);
        return place != 0 && Access.U.getLong(place) != 0;
    }

    /** Whether the JVM's structures are as expected; {@code changed}: a class that was changed, whose file is that long. */
    public static boolean isAsExpected(Class<?> changed, int length) {
        if (!has(changed)) {
            return false;
        }
        long file = Access.U.getLong(place(changed));
        return Access.U.getInt(file) == length && Integer.reverseBytes(Access.U.getInt(file + FILE)) == MAGIC;
    }

    /** Has the JVM tell agents the class as it is, until it is put back; what to put back. */
    public static long hide(Class<?> type) {
        long place = place(type);
        long kept = place == 0 ? 0 : Access.U.getLong(place);
        if (kept != 0) {
            Access.U.putLong(place, 0);
        }
        return kept;
    }

    /** The end of {@link #hide}. */
    public static void putBack(Class<?> type, long kept) {
        if (kept != 0) {
            Access.U.putLong(place(type), kept);
        }
    }

    /** How often the class, or one above it, was changed since it was loaded. */
    public static int changes(Class<?> type) {
        return (Integer) Access.getField(type, Class.class, "classRedefinedCount");
    }

    public static void setChanges(Class<?> type, int count) {
        Access.setField(type, Class.class, "classRedefinedCount", count);
    }
}
