package jcp.runtime.jvm;

import java.util.ArrayList;
import java.util.List;

/**
 * What the JVM has linked so far of a class's {@code invokedynamic} instructions and dynamic constants (cpCache.hpp, resolvedIndyEntry.hpp): it keeps the
 * objects in an array beside the class's constants.
 *
 * <p>Invariant: nothing is told unless all numbers fit the class's constants. Left out: collectors that move objects while the program runs, or mark addresses
 * (Shenandoah, Z), whose addresses cannot be read so.
 */
public final class LinkedCalls {
    private static final byte DYNAMIC = 17;
    private static final byte INVOKE_DYNAMIC = 18;
    private static LinkedCalls known;
    private static boolean sought;

    private final HotSpot jvm;
    // offsets in bytes, each in the structure before the "To"
    private final long constantsToCache;
    private final long cacheToReferences;
    private final long cacheToMap;
    private final long cacheToLength;
    private final long cacheToCalls;
    private final long callToNumber;
    private final long arrayToShorts;
    /** How many bytes an entry for an instruction has; up to JDK 20 they are among others behind the structure. */
    private final long callSize;
    private final long cacheSize;
    private final long entrySize;
    private final long entryToReference;

    /** An instruction or constant: its number among the constants, and what it is linked to, or null. */
    public static final class Linked {
        public final int number;
        public final Object target;

        Linked(int number, Object target) {
            this.number = number;
            this.target = target;
        }
    }

    private LinkedCalls(HotSpot jvm) throws ReflectiveOperationException {
        JvmTables tables = new JvmTables();
        this.jvm = jvm;
        constantsToCache = tables.offset("ConstantPool", "_cache");
        cacheToReferences = tables.offset("ConstantPoolCache", "_resolved_references");
        cacheToMap = tables.offset("ConstantPoolCache", "_reference_map");
        cacheToLength = tables.offset("ConstantPoolCache", "_length");
        cacheToCalls = tables.offset("ConstantPoolCache", "_resolved_indy_entries");
        callToNumber = tables.offset("ResolvedIndyEntry", "_cpool_index");
        arrayToShorts = tables.offset("Array<u2>", "_data");
        callSize = tables.size("ResolvedIndyEntry");
        cacheSize = tables.size("ConstantPoolCache");
        entrySize = tables.size("ConstantPoolCacheEntry");
        entryToReference = tables.offset("ConstantPoolCacheEntry", "_f2");
    }

    private boolean isComplete() {
        boolean ofCalls = cacheToCalls >= 0 && callToNumber >= 2 && callSize > 0;
        boolean ofEntries = cacheToLength >= 0 && cacheSize > 0 && entrySize > 0 && entryToReference >= 0;
        return constantsToCache >= 0 && cacheToReferences >= 0 && cacheToMap >= 0 && arrayToShorts >= 0 && (ofCalls || ofEntries);
    }

    private static synchronized LinkedCalls find() {
        if (!sought) {
            sought = true;
            HotSpot jvm = HotSpot.find();
            try {
                LinkedCalls found = jvm == null || isOn(jvm, "UseZGC") || isOn(jvm, "UseShenandoahGC") ? null : new LinkedCalls(jvm);
                known = found != null && found.isComplete() ? found : null;
            } catch (ReflectiveOperationException e) {
                known = null;
            }
        }
        return known;
    }

    private static boolean isOn(HotSpot jvm, String flag) {
        long place = jvm.flag(flag);
        return place != 0 && Access.U.getByte(place) != 0;
    }

    /** Where the instructions among these are, in their order, as {@link #place} says; null if that is not known. */
    public static List<String> places(Class<?> type, byte[] file, List<Integer> numbers) {
        return CallPlaces.of(type, file, numbers);
    }

    /** An instruction of a method, given by its name and descriptor, in whose code it has that place. */
    public static String place(String method, int place) {
        return CallPlaces.place(method, place);
    }

    /** Each instruction, and each constant; null if that is not known. A class that the JVM has not linked has none yet. */
    public static List<Linked> of(Class<?> type) {
        LinkedCalls all = find();
        return all == null ? null : all.read(type);
    }

    private List<Linked> read(Class<?> type) {
        long cache = Access.U.getLong(jvm.constants(jvm.structure(type)) + constantsToCache);
        long handle = cache == 0 ? 0 : Access.U.getLong(cache + cacheToReferences);
        Object[] references = handle == 0 ? new Object[0] : (Object[]) Access.U.getUncompressedObject(handle);
        if (references == null || references.length == 0) {
            return List.of();
        }
        byte[] tags = jvm.tags(type);
        List<Linked> found = new ArrayList<>();
        long map = Access.U.getLong(cache + cacheToMap);
        for (int i = 0; map != 0 && i < jvm.length(map); i++) {
            int number = Access.U.getShort(map + arrayToShorts + 2L * i) & 0xffff;
            if (number < tags.length && tags[number] == DYNAMIC && i < references.length) {
                found.add(new Linked(number, references[i]));
            }
        }
        return calls(cache, tags, references, found) ? found : null;
    }

    /** False if a number does not fit. */
    private boolean calls(long cache, byte[] tags, Object[] references, List<Linked> found) {
        long entries = cacheToCalls >= 0 ? Access.U.getLong(cache + cacheToCalls) : cache + cacheSize;
        boolean apart = cacheToCalls >= 0;
        int count = !apart ? Access.U.getInt(cache + cacheToLength) : entries == 0 ? 0 : jvm.length(entries);
        for (int i = 0; i < count; i++) {
            long entry = apart ? entries + 8 + i * callSize : entries + i * entrySize;
            int number = Access.U.getShort(apart ? entry + callToNumber : entry) & 0xffff;
            if (!apart && (number >= tags.length || tags[number] != INVOKE_DYNAMIC)) {
                continue; // of a field or a method
            }
            long reference = apart ? Access.U.getShort(entry + callToNumber - 2) & 0xffff : Access.U.getLong(entry + entryToReference);
            if (number >= tags.length || tags[number] != INVOKE_DYNAMIC || reference < 0 || reference >= references.length) {
                return false;
            }
            found.add(new Linked(number, references[(int) reference]));
        }
        return true;
    }
}
