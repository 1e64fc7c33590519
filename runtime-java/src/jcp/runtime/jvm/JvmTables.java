package jcp.runtime.jvm;

import java.lang.reflect.InvocationTargetException;

/**
 * Single places in HotSpot's structures, by the names that its tables have for them ({@link HotSpot} reads at once what each run needs).
 *
 * <p>Invariant: a place that the tables do not have is -1. Left out: static fields.
 */
final class JvmTables {
    private final HotSpot.Symbols symbols;

    JvmTables() throws ReflectiveOperationException {
        symbols = new HotSpot.Symbols();
    }

    /** Where the structure has the field, in bytes. */
    long offset(String type, String field) throws IllegalAccessException, InvocationTargetException {
        long typeName = symbols.value("gHotSpotVMStructEntryTypeNameOffset");
        long fieldName = symbols.value("gHotSpotVMStructEntryFieldNameOffset");
        long offset = symbols.value("gHotSpotVMStructEntryOffsetOffset");
        long stride = symbols.value("gHotSpotVMStructEntryArrayStride");
        for (long row = symbols.value("gHotSpotVMStructs"); Access.U.getLong(row + typeName) != 0; row += stride) {
            if (HotSpot.is(Access.U.getLong(row + typeName), type) && HotSpot.is(Access.U.getLong(row + fieldName), field)) {
                return Access.U.getLong(row + offset);
            }
        }
        return -1;
    }

    /** How many bytes the structure has. */
    long size(String type) throws IllegalAccessException, InvocationTargetException {
        long name = symbols.value("gHotSpotVMTypeEntryTypeNameOffset");
        long size = symbols.value("gHotSpotVMTypeEntrySizeOffset");
        long stride = symbols.value("gHotSpotVMTypeEntryArrayStride");
        for (long row = symbols.value("gHotSpotVMTypes"); Access.U.getLong(row + name) != 0; row += stride) {
            if (HotSpot.is(Access.U.getLong(row + name), type)) {
                return Access.U.getLong(row + size);
            }
        }
        return -1;
    }
}
