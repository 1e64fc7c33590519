package jcp.runtime.jvm;

import java.io.IOException;
import java.lang.reflect.Method;

/**
 * The JDK's native {@code fstat}, called without its class, {@code UnixNativeDispatcher} ({@link FileStatus}): that one stays
 * not initialised, and its library not loaded in the JDK's eyes, as in a run without jcp.
 *
 * <p>The library is opened like any that the JVM opens, and its functions become those of the native methods here, of the same
 * parameters: HotSpot keeps a native method's function behind its {@code Method} ({@link HotSpot#functions}), where JNI's
 * {@code RegisterNatives} puts it, too. Where the JVM or the JDK is not as expected nothing is done; then the class is initialised.
 */
public final class NativeStatus {
    private static final String PREFIX = "Java_sun_nio_fs_UnixNativeDispatcher_";
    /** Null until it was tried. */
    private static Boolean linked;

    private NativeStatus() {}

    // looked up by name: `own_names` of the rewriter renames no name with `jcp` in it
    /** Looks up the fields that the other one sets. */
    private static native int jcpInit();

    private static native void jcpStatus(int file, Object attributes);

    /** Fills a {@code UnixFileAttributes}; false if that cannot be done here. */
    static boolean take(int file, Object attributes) {
        if (linked == null) {
            linked = link();
        }
        if (linked) {
            jcpStatus(file, attributes);
        }
        return linked;
    }

    private static boolean link() {
        try {
            Class<?> libraries = Access.jdk("jdk.internal.loader.NativeLibraries");
            Class<?> kind = Access.jdk("jdk.internal.loader.NativeLibraries$NativeLibraryImpl");
            Method load = Access.method(libraries, "load", kind, String.class, boolean.class, boolean.class);
            Method find = Access.method(Access.jdk("jdk.internal.loader.NativeLibrary"), "findEntry0", 2);
            if (find == null) {
                return false; // JDK 17, where initialising the class takes no hash
            }
            Object library = Access.U.allocateInstance(kind);
            String file = System.getProperty("java.home") + "/lib/" + System.mapLibraryName("nio");
            Thread thread = Thread.currentThread();
            long mark = MarkWords.mark(thread);
            boolean loaded = (Boolean) load.invoke(null, library, file, false, false);
            MarkWords.takeBack(thread, mark); // looked up in a table of the JDK: the program is to give it its hash
            if (!loaded) {
                return false;
            }
            long handle = (Long) Access.getField(library, library.getClass(), "handle");
            long begin = (Long) find.invoke(null, handle, PREFIX + "init");
            long ask = (Long) find.invoke(null, handle, PREFIX + "fstat0");
            Method[] own = {Access.method(NativeStatus.class, "jcpInit", 0), Access.method(NativeStatus.class, "jcpStatus", 2)};
            HotSpot jvm = HotSpot.find();
            long[] functions = jvm == null || begin == 0 || ask == 0 ? null : jvm.functions(NativeStatus.class, own);
            if (functions == null) {
                return false;
            }
            Access.U.putLong(functions[0], begin);
            Access.U.putLong(functions[1], ask);
            jcpInit();
            return true;
        } catch (ReflectiveOperationException | IOException | IllegalStateException e) {
            return false;
        }
    }

}
