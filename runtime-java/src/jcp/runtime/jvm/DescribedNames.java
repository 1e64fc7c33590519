package jcp.runtime.jvm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The classes that a class file names as such or in descriptors: those that the JVM may ask the class's loader for, also while it only verifies that one type may be passed as another.
 *
 * <p>Invariant: each text that may be a descriptor counts, so there may be names of no class. Left out: names in signatures of generic types that no descriptor has.
 */
public final class DescribedNames {
    private static final int COUNT = 8;
    private static final int TEXT = 1;
    /** What the JVM asks for in any case when it verifies class files of before version 50 (check_code.c), as Jython's. */
    private static final List<String> OF_OLD = List.of("java/lang/Object", "java/lang/String", "java/lang/Throwable", "java/lang/Cloneable", "java/io/Serializable");

    private DescribedNames() {}

    /** Their internal names. */
    public static List<String> of(byte[] file) {
        List<String> found = new ArrayList<>(ClassFiles.classes(file));
        found.addAll(OF_OLD);
        ByteBuffer in = ByteBuffer.wrap(file);
        int[] at = ClassFiles.places(in, in.getShort(COUNT) & 0xffff);
        for (int i = 1; i < at.length - 1; i++) {
            if (at[i] != 0 && file[at[i]] == TEXT) {
                add(ClassFiles.utf8(file, at[i]), found);
            }
        }
        return found;
    }

    private static void add(String text, List<String> found) {
        boolean isDescriptor = text.startsWith("(") || text.startsWith("[") || text.startsWith("L");
        int end = -1;
        for (int start = isDescriptor ? text.indexOf('L') : -1; start >= 0; start = text.indexOf('L', end)) {
            end = text.indexOf(';', start);
            if (end < 0) {
                return;
            }
            found.add(text.substring(start + 1, end));
        }
    }
}
