package jcp.runtime;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The classes that the JVM's own three loaders have made so far, without loading any: hidden ones and arrays left out.
 *
 * <p>The platform's and the application's loader list their classes themselves. Those of the boot loader are found as
 * debuggers find them: HotSpot describes its structures in a table that it exports for the serviceability agent
 * ({@code gHotSpotVMStructs}, vmStructs.cpp), among them a loader's list of classes. Where there is no such table, or one of
 * the fields is missing from it, the boot loader's classes are not known.
 *
 * <p>Invariants: structures are read, never written, and only those of loaders that are never unloaded; a new class is put at
 * the head of a list whose links do not change.
 */
final class LoadedClasses {
    private LoadedClasses() {}

    /** All of them. */
    static List<Class<?>> all() {
        List<Class<?>> found = new ArrayList<>();
        for (String name : bootNames()) {
            try {
                found.add(Class.forName(name, false, null));
            } catch (ClassNotFoundException | LinkageError e) {
                continue; // it is being loaded
            }
        }
        ClassLoader[] loaders = {ClassLoader.getPlatformClassLoader(), ClassLoader.getSystemClassLoader()};
        for (ClassLoader loader : loaders) {
            if (Access.hasField(ClassLoader.class, "classes")) {
                for (Object type : ((Collection<?>) Access.getField(loader, ClassLoader.class, "classes")).toArray()) {
                    if (!((Class<?>) type).isHidden()) {
                        found.add((Class<?>) type);
                    }
                }
            }
        }
        return found;
    }

    private static List<String> bootNames() {
        Structures structures = Structures.find();
        return structures == null ? List.of() : structures.namesOfClassesBeside(Object.class);
    }

    /** Where HotSpot keeps what is needed here: offsets in bytes. */
    private static final class Structures {
        private long mirrorToClass = -1;
        private long classToLoader = -1;
        private long loaderToClasses = -1;
        private long classToNext = -1;
        private long classToName = -1;
        private long symbolToLength = -1;
        private long symbolToBytes = -1;

        /** Reads the table; null if it is not as expected. */
        static Structures find() {
            try {
                Symbols symbols = new Symbols();
                long row = symbols.value("gHotSpotVMStructs");
                long stride = symbols.value("gHotSpotVMStructEntryArrayStride");
                long type = symbols.value("gHotSpotVMStructEntryTypeNameOffset");
                long field = symbols.value("gHotSpotVMStructEntryFieldNameOffset");
                long offset = symbols.value("gHotSpotVMStructEntryOffsetOffset");
                long address = symbols.value("gHotSpotVMStructEntryAddressOffset");
                Structures found = new Structures();
                for (; Access.U.getLong(row + type) != 0; row += stride) {
                    found.take(Access.U.getLong(row + type), Access.U.getLong(row + field), row + offset, row + address);
                }
                return found.complete() ? found : null;
            } catch (ReflectiveOperationException | IllegalStateException e) {
                return null;
            }
        }

        private void take(long type, long field, long offset, long address) {
            if (is(type, "Klass")) {
                classToLoader = is(field, "_class_loader_data") ? Access.U.getLong(offset) : classToLoader;
                classToNext = is(field, "_next_link") ? Access.U.getLong(offset) : classToNext;
                classToName = is(field, "_name") ? Access.U.getLong(offset) : classToName;
            } else if (is(type, "Symbol")) {
                symbolToLength = is(field, "_length") ? Access.U.getLong(offset) : symbolToLength;
                symbolToBytes = is(field, "_body[0]") ? Access.U.getLong(offset) : symbolToBytes;
            } else if (is(type, "ClassLoaderData") && is(field, "_klasses")) {
                loaderToClasses = Access.U.getLong(offset);
            } else if (is(type, "java_lang_Class") && is(field, "_klass_offset")) {
                mirrorToClass = Access.U.getInt(Access.U.getLong(address)); // a static field
            }
        }

        private boolean complete() {
            return mirrorToClass > 0 && classToLoader >= 0 && loaderToClasses >= 0 && classToNext >= 0 && classToName >= 0
                && symbolToLength >= 0 && symbolToBytes >= 0;
        }

        /** Binary names of the classes that the loader of this one has made. */
        List<String> namesOfClassesBeside(Class<?> one) {
            List<String> names = new ArrayList<>();
            long loader = Access.U.getLong(Access.U.getLong(one, mirrorToClass) + classToLoader);
            for (long at = Access.U.getLong(loader + loaderToClasses); at != 0; at = Access.U.getLong(at + classToNext)) {
                long symbol = Access.U.getLong(at + classToName);
                byte[] bytes = new byte[Access.U.getShort(symbol + symbolToLength) & 0xffff];
                for (int i = 0; i < bytes.length; i++) {
                    bytes[i] = Access.U.getByte(symbol + symbolToBytes + i);
                }
                String name = new String(bytes, StandardCharsets.ISO_8859_1).replace('/', '.');
                if (name.indexOf('[') < 0 && name.indexOf('+') < 0) { // neither an array nor hidden
                    names.add(name);
                }
            }
            return names;
        }

        /** Whether the C string at the address is this one. */
        private static boolean is(long address, String text) {
            for (int i = 0; i < text.length(); i++) {
                if (address == 0 || Access.U.getByte(address + i) != text.charAt(i)) {
                    return false;
                }
            }
            return Access.U.getByte(address + text.length()) == 0;
        }
    }

    /** The dynamic linker's symbols, which the JDK looks up for native methods: a handle of 0 means those of all libraries. */
    private static final class Symbols {
        private final Method find;
        private final Object handle;

        Symbols() throws ReflectiveOperationException {
            Class<?> native17 = Access.jdk("jdk.internal.loader.NativeLibraries");
            // not by an exception of the other one's: JDK 17 writes its message with a lambda, which takes hashes of the program's first
            if (Access.declares(native17, "findEntry0")) {
                Class<?> library = Access.jdk("jdk.internal.loader.NativeLibraries$NativeLibraryImpl");
                find = Access.opened(native17.getDeclaredMethod("findEntry0", library, String.class));
                handle = Access.U.allocateInstance(library);
            } else {
                find = Access.opened(Access.jdk("jdk.internal.loader.NativeLibrary").getDeclaredMethod("findEntry0", long.class, String.class));
                handle = 0L;
            }
        }

        /** The value of the variable, of 8 bytes. */
        long value(String name) throws IllegalAccessException, InvocationTargetException {
            long address = (Long) find.invoke(null, handle, name);
            if (address == 0) {
                throw new IllegalStateException("this JVM has no " + name);
            }
            return Access.U.getLong(address);
        }
    }
}
