package jcp.runtime.jvm;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * HotSpot's own structures of classes, found as debuggers find them: it describes them in tables that it exports for the
 * serviceability agent ({@code gHotSpotVMStructs} and {@code gHotSpotVMTypes}, vmStructs.cpp).
 *
 * <p>Invariants: structures are read, never written but for the functions of the runtime's own native methods, a flag
 * ({@link Verification}), for a moment what is kept for agents ({@link KeptFiles}) and that a class is hidden ({@link HiddenMarks}), and texts ({@link #disguise}), and only those of loaders that are
 * never unloaded; a new class is put at the head of a list whose links do not change.
 */
public final class HotSpot {
    private static final byte UTF8 = 1;

    // offsets in bytes, each in the structure before the "To"
    private long mirrorToClass = -1;
    private long classToLoader = -1;
    private long loaderToClasses = -1;
    private long classToNext = -1;
    private long classToName = -1;
    private long symbolToLength = -1;
    private long symbolToBytes = -1;
    private long classToConstants = -1;
    private long classToState = -1;
    /** Of a field that three words follow, of which the last is for agents ({@link KeptFiles}). */
    private long classToCompiled = -1;
    private long constantsToTags = -1;
    private long arrayToLength = -1;
    private long arrayToBytes = -1;
    private long symbolToHash = -1;
    /** Of the structure before the constants themselves, which are of 8 bytes each. */
    private long constantsSize = -1;
    /** Where the JVM's flags are, and how many. */
    private long flags;
    private long flagCount;
    private long flagToName = -1;
    private long flagToValue = -1;
    private long flagSize;
    /** Of a method's structure, behind which a native method has its function. */
    private long methodSize = -1;

    /** Where the JVM says whether the compilers keep locals for debuggers. */
    long accessesLocals;

    /** Of the members of classes. */
    final JvmMembers members = new JvmMembers(this);

    /** A place in the JVM's library. */
    private long table;

    /** An address among the JVM's variables. */
    long variable;

    private HotSpot() {}

    private static HotSpot known;
    private static boolean sought;

    /** Reads the tables; null if they are not as expected. */
    public static synchronized HotSpot find() {
        if (!sought) {
            sought = true;
            try {
                Symbols symbols = new Symbols();
                HotSpot found = new HotSpot();
                found.takeFields(symbols);
                found.takeSize(symbols);
                found.variable = symbols.address("gHotSpotVMStructs");
                known = found.complete() ? found : null;
            } catch (ReflectiveOperationException | RuntimeException e) {
                known = null;
            }
        }
        return known;
    }

    private void takeFields(Symbols symbols) throws ReflectiveOperationException {
        long row = symbols.value("gHotSpotVMStructs");
        table = row;
        long stride = symbols.value("gHotSpotVMStructEntryArrayStride");
        long type = symbols.value("gHotSpotVMStructEntryTypeNameOffset");
        long field = symbols.value("gHotSpotVMStructEntryFieldNameOffset");
        long offset = symbols.value("gHotSpotVMStructEntryOffsetOffset");
        long address = symbols.value("gHotSpotVMStructEntryAddressOffset");
        long last = 0;
        boolean needed = false;
        for (; Access.U.getLong(row + type) != 0; row += stride) {
            long name = Access.U.getLong(row + type);
            needed = name == last ? needed : isNeeded(name); // the fields of a type follow each other
            last = name;
            if (needed) {
                take(name, Access.U.getLong(row + field), row + offset, row + address);
                members.take(name, Access.U.getLong(row + field), row + offset);
            }
        }
    }

    /** The types with fields that are asked for. */
    private static final String[] NEEDED = {
        "Klass", "Symbol", "ClassLoaderData", "InstanceKlass", "ConstantPool", "Array<int>", "Array<u1>", "Array<u2>", "Array<Method*>", "Method",
        "ConstMethod", "JVMFlag", "java_lang_Class", "JvmtiExport",
    };

    private static boolean isNeeded(long type) {
        for (String needed : NEEDED) {
            if (is(type, needed)) {
                return true;
            }
        }
        return false;
    }

    private void take(long type, long field, long offset, long address) {
        if (is(type, "Klass")) {
            classToLoader = is(field, "_class_loader_data") ? Access.U.getLong(offset) : classToLoader;
            classToNext = is(field, "_next_link") ? Access.U.getLong(offset) : classToNext;
            classToName = is(field, "_name") ? Access.U.getLong(offset) : classToName;
        } else if (is(type, "Symbol")) {
            symbolToLength = is(field, "_length") ? Access.U.getLong(offset) : symbolToLength;
            symbolToBytes = is(field, "_body[0]") ? Access.U.getLong(offset) : symbolToBytes;
            symbolToHash = is(field, "_hash_and_refcount") ? Access.U.getLong(offset) : symbolToHash;
        } else if (is(type, "ClassLoaderData") && is(field, "_klasses")) {
            loaderToClasses = Access.U.getLong(offset);
        } else if (is(type, "InstanceKlass")) {
            classToConstants = is(field, "_constants") ? Access.U.getLong(offset) : classToConstants;
            classToState = is(field, "_init_state") ? Access.U.getLong(offset) : classToState;
            classToCompiled = is(field, "_osr_nmethods_head") ? Access.U.getLong(offset) : classToCompiled;
        } else if (is(type, "ConstantPool") && is(field, "_tags")) {
            constantsToTags = Access.U.getLong(offset);
        } else if (is(type, "Array<int>") && is(field, "_length")) {
            arrayToLength = Access.U.getLong(offset); // in all arrays
        } else if (is(type, "Array<u1>") && is(field, "_data")) {
            arrayToBytes = Access.U.getLong(offset);
        } else if (is(type, "JVMFlag")) {
            flags = is(field, "flags") ? Access.U.getLong(Access.U.getLong(address)) : flags; // a static field
            flagCount = is(field, "numFlags") ? Access.U.getLong(Access.U.getLong(address)) : flagCount;
            flagToName = is(field, "_name") ? Access.U.getLong(offset) : flagToName;
            flagToValue = is(field, "_addr") ? Access.U.getLong(offset) : flagToValue;
        } else if (is(type, "JvmtiExport") && is(field, "_can_access_local_variables")) {
            accessesLocals = Access.U.getLong(address); // a static field
        } else if (is(type, "java_lang_Class") && is(field, "_klass_offset")) {
            mirrorToClass = Access.U.getInt(Access.U.getLong(address)); // a static field
        }
    }

    private void takeSize(Symbols symbols) throws ReflectiveOperationException {
        long row = symbols.value("gHotSpotVMTypes");
        long stride = symbols.value("gHotSpotVMTypeEntryArrayStride");
        long name = symbols.value("gHotSpotVMTypeEntryTypeNameOffset");
        long size = symbols.value("gHotSpotVMTypeEntrySizeOffset");
        for (; Access.U.getLong(row + name) != 0; row += stride) {
            if (is(Access.U.getLong(row + name), "ConstantPool")) {
                constantsSize = Access.U.getLong(row + size);
            } else if (is(Access.U.getLong(row + name), "Method")) {
                methodSize = Access.U.getLong(row + size);
            } else if (is(Access.U.getLong(row + name), "JVMFlag")) {
                flagSize = Access.U.getLong(row + size);
            }
        }
    }

    /**
     * Where these native methods of one class, of which none was called, have their functions; null if it is not known. They all
     * have the same one now, the JVM's own, which would say that the library has none.
     */
    long[] functions(Class<?> type, Method... methods) throws IOException {
        if (JvmMembers.find() == null || methodSize < 0 || table == 0) {
            return null;
        }
        Libraries libraries = new Libraries();
        long[] found = new long[methods.length];
        for (int i = 0; i < methods.length; i++) {
            int number = (Integer) Access.getField(methods[i], Method.class, "slot");
            long method = members.structure(type, number);
            if (method == 0) {
                return null;
            }
            found[i] = method + methodSize;
            long function = Access.U.getLong(found[i]);
            if (function != Access.U.getLong(found[0]) || libraries.of(function) == 0 || libraries.of(function) != libraries.of(table)) {
                return null;
            }
        }
        return found;
    }

    /** Where the value of the JVM's flag is; 0 if it is not known. */
    long flag(String name) {
        boolean known = flags != 0 && flagSize > 0 && flagToName >= 0 && flagToValue >= 0;
        for (long at = flags; known && at < flags + flagCount * flagSize; at += flagSize) {
            if (Access.U.getLong(at + flagToName) != 0 && is(Access.U.getLong(at + flagToName), name)) {
                return Access.U.getLong(at + flagToValue);
            }
        }
        return 0;
    }

    private boolean complete() {
        return symbolToHash >= 0 && mirrorToClass > 0 && classToLoader >= 0 && loaderToClasses >= 0 && classToNext >= 0 && classToName >= 0
            && symbolToLength >= 0 && symbolToBytes >= 0 && classToConstants >= 0 && constantsToTags >= 0
            && arrayToLength >= 0 && arrayToBytes >= 0 && constantsSize > 0;
    }

    /**
     * Adds the binary names of the classes that the loader of this one has made, but for hidden classes: those of arrays apart; and the
     * keys of the lambdas among the hidden ones ({@code JdkLinking}).
     */
    void classesBeside(Class<?> one, List<String> names, List<String> arrays, List<String> lambdas) {
        long loader = Access.U.getLong(Access.U.getLong(one, mirrorToClass) + classToLoader);
        for (long at = Access.U.getLong(loader + loaderToClasses); at != 0; at = Access.U.getLong(at + classToNext)) {
            String name = text(Access.U.getLong(at + classToName)).replace('/', '.');
            if (name.startsWith("[")) {
                if (name.indexOf('+') < 0) {
                    arrays.add(name);
                }
                continue;
            }
            int lambda = name.indexOf(LambdaNames.LAMBDA);
            if (name.indexOf('+') < 0) { // no hidden class
                names.add(name);
            } else if (lambda > 0 && !name.startsWith(LambdaNames.OWN)) {
                lambdas.add(LambdaNames.key(name.substring(0, lambda), texts(Access.U.getLong(at + classToConstants)))
                    + LambdaNames.NUMBER + LambdaNames.number(name));
            }
        }
    }

    /**
     * Adds the internal names of the classes that the loader of this one has made since it made the class at an address, 0: all. Returns where
     * the last one is.
     */
    long addNames(Class<?> one, long since, Set<String> names) {
        long loader = Access.U.getLong(Access.U.getLong(one, mirrorToClass) + classToLoader);
        long first = Access.U.getLongVolatile(null, loader + loaderToClasses);
        for (long at = first; at != 0 && at != since; at = Access.U.getLong(at + classToNext)) {
            names.add(text(Access.U.getLong(at + classToName)));
        }
        return first;
    }

    /** Where the JVM keeps the class file of before an agent has changed it; 0 if that is not known. */
    long keptFile(Class<?> type) {
        return classToCompiled < 0 || type.isPrimitive() || type.isArray() ? 0 : structure(type) + classToCompiled + 24;
    }

    /** Whether the class's initialiser threw: the state after that of an initialised class, such as this one. */
    public boolean hasFailed(Class<?> type) {
        return classToState < 0 || state(type) == state(HotSpot.class) + 1;
    }

    private byte state(Class<?> type) {
        return Access.U.getByte(Access.U.getLong(type, mirrorToClass) + classToState);
    }

    /** The tags of a class's constants (JVMS 4.4), by their indices; those of the JVM's own for classes that are not resolved. */
    byte[] tags(Class<?> type) {
        long tags = Access.U.getLong(constants(structure(type)) + constantsToTags);
        byte[] found = new byte[length(tags)];
        for (int i = 0; i < found.length; i++) {
            found[i] = Access.U.getByte(bytes(tags) + i);
        }
        return found;
    }

    /** The texts among a class's constants. */
    List<String> texts(Class<?> type) {
        return texts(constants(structure(type)));
    }

    /** The texts among the constants at that address. */
    private List<String> texts(long constants) {
        List<String> found = new ArrayList<>();
        long tags = Access.U.getLong(constants + constantsToTags);
        int length = Access.U.getInt(tags + arrayToLength);
        for (int i = 1; i < length; i++) {
            if (Access.U.getByte(tags + arrayToBytes + i) == UTF8) {
                found.add(text(Access.U.getLong(constants + constantsSize + 8L * i)));
            }
        }
        return found;
    }

    /**
     * The texts among a class's constants, in their order, as the JVM keeps them: the 16 random bits that it gave each and, in the
     * lower half, how often it is referred to. {@code from}: those before this text are left out; null: none is.
     */
    int[] marksOfTexts(Class<?> type, String from) {
        long constants = Access.U.getLong(Access.U.getLong(type, mirrorToClass) + classToConstants);
        long tags = Access.U.getLong(constants + constantsToTags);
        int[] found = new int[Access.U.getInt(tags + arrayToLength)];
        int count = 0;
        boolean left = from != null;
        for (int i = 1; i < found.length; i++) {
            if (Access.U.getByte(tags + arrayToBytes + i) == UTF8) {
                long symbol = Access.U.getLong(constants + constantsSize + 8L * i);
                left = left && !text(symbol).equals(from);
                found[count] = Access.U.getInt(symbol + symbolToHash);
                count += left ? 0 : 1;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private String text(long symbol) {
        byte[] bytes = new byte[Access.U.getShort(symbol + symbolToLength) & 0xffff];
        boolean plain = true;
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = Access.U.getByte(symbol + symbolToBytes + i);
            plain &= bytes[i] > 0;
        }
        return plain ? new String(bytes, StandardCharsets.ISO_8859_1) : ModifiedUtf8.text(bytes, 0, bytes.length);
    }

    /**
     * Makes the JVM take a text for new when it next meets it, which only this class has, and for which nothing will ask by the
     * class's constants again: the string of a constant that was resolved, the name of a local variable. Two of its letters become others
     * that give the text the same hash ("Aa" and "BB"), as the JVM's table goes by the hashes of texts when it grows.
     */
    void disguise(Class<?> type, String text) {
        long constants = constants(structure(type));
        long tags = Access.U.getLong(constants + constantsToTags);
        for (int i = 1; i < length(tags); i++) {
            if (Access.U.getByte(bytes(tags) + i) == UTF8 && isConstant(constants, i, text)) {
                long symbol = Access.U.getLong(constants + constantsSize + 8L * i);
                // else it is in an archive, which must not be written
                if (RandomSequence.tookOne(Access.U.getInt(symbol + symbolToHash), marksOfTexts(type, null))) {
                    Access.U.putByte(symbol + symbolToBytes, (byte) (text.charAt(0) + 1));
                    Access.U.putByte(symbol + symbolToBytes + 1, (byte) (text.charAt(1) - 31));
                }
                return;
            }
        }
    }

    /** Where the class's structure is. */
    long structure(Class<?> type) {
        return Access.U.getLong(type, mirrorToClass);
    }

    /** Where the structure of the class's loader is. */
    long loader(Class<?> type) {
        return Access.U.getLong(structure(type) + classToLoader);
    }

    /** Where the constants are of the class whose structure is there. */
    long constants(long structure) {
        return Access.U.getLong(structure + classToConstants);
    }

    /** A text among these constants. */
    String constant(long constants, int number) {
        return text(Access.U.getLong(constants + constantsSize + 8L * number));
    }

    /** Whether the text there is this one, of plain characters. */
    boolean isConstant(long constants, int number, String text) {
        long symbol = Access.U.getLong(constants + constantsSize + 8L * number);
        boolean same = (Access.U.getShort(symbol + symbolToLength) & 0xffff) == text.length();
        for (int i = 0; same && i < text.length(); i++) {
            same = Access.U.getByte(symbol + symbolToBytes + i) == text.charAt(i);
        }
        return same;
    }

    /** Where the bytes of an array begin. */
    long bytes(long array) {
        return array + arrayToBytes;
    }

    int length(long array) {
        return Access.U.getInt(array + arrayToLength);
    }

    /** Whether the C string at the address is this one. */
    static boolean is(long address, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (address == 0 || Access.U.getByte(address + i) != text.charAt(i)) {
                return false;
            }
        }
        return Access.U.getByte(address + text.length()) == 0;
    }

    /** The dynamic linker's symbols, which the JDK looks up for native methods: a handle of 0 means those of all libraries. */
    static final class Symbols {
        private final Method find;
        private final Object handle;

        Symbols() throws ReflectiveOperationException {
            Method found = finder("jdk.internal.loader.NativeLibrary");
            if (found != null && found.getParameterTypes()[0] == long.class) {
                handle = 0L;
            } else { // JDK 17
                found = finder("jdk.internal.loader.NativeLibraries");
                handle = Access.U.allocateInstance(Access.jdk("jdk.internal.loader.NativeLibraries$NativeLibraryImpl"));
            }
            if (found == null) {
                throw Missing.error("this JDK has no " + FINDER, null);
            }
            find = Access.opened(found);
        }

        private static final String FINDER = "findEntry0";

        /** The method by its name alone: a method that is not found makes an exception with a text for which the JDK links lambdas. */
        private static Method finder(String in) {
            for (Method method : Access.jdk(in).getDeclaredMethods()) {
                if (method.getName().equals(FINDER)) {
                    return method;
                }
            }
            return null;
        }

        /** The value of the variable, of 8 bytes. */
        long value(String name) throws IllegalAccessException, InvocationTargetException {
            return Access.U.getLong(address(name));
        }

        long address(String name) throws IllegalAccessException, InvocationTargetException {
            long address = (Long) find.invoke(null, handle, name);
            if (address == 0) {
                throw Missing.error("this JVM has no " + name, null);
            }
            return address;
        }
    }
}
