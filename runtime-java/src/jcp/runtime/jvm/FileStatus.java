package jcp.runtime.jvm;

import java.io.FileDescriptor;
import java.lang.reflect.Method;
import jdk.internal.misc.VM;

/**
 * Who owns an opened file and who may write or read it, as {@code fstat} says. It is asked of the descriptor, so that nobody can put
 * another file under the name between the question and the use.
 *
 * <p>The JDK asks the system in {@code sun.nio.fs.UnixNativeDispatcher}. That class is initialised in all programs in jars, and
 * called then. In a program in a folder the program may be the first to use it, and newer JDKs take an identity hash when it
 * loads its library; so its function is called by {@link NativeStatus}, and the class stays as it is.
 */
public final class FileStatus {
    private static final String DISPATCHER = "sun.nio.fs.UnixNativeDispatcher";
    private static final int OTHERS_WRITE = 0022;
    private static final int OTHERS = 0077;

    private final int owner;
    private final int mode;

    private FileStatus(int owner, int mode) {
        this.owner = owner;
        this.mode = mode;
    }

    /** Null on a system whose files have no owners. */
    public static FileStatus of(FileDescriptor file) {
        try {
            Class<?> dispatcher = Class.forName(DISPATCHER, false, null);
            Class<?> type = Class.forName("sun.nio.fs.UnixFileAttributes", false, null);
            Object found = Access.U.allocateInstance(type);
            int number = FileObjects.number(file);
            if (Access.isInitialized(dispatcher) || !NativeStatus.take(number, found)) {
                function(dispatcher).invoke(null, number, found);
            }
            int owner = (Integer) Access.getField(found, type, "st_uid");
            return new FileStatus(owner, (Integer) Access.getField(found, type, "st_mode"));
        } catch (ClassNotFoundException e) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the owner and permissions of a file cannot be read: " + e.getCause(), e);
        }
    }

    /** Of one name on JDK 17 and of another on newer ones. */
    private static Method function(Class<?> dispatcher) {
        for (String name : new String[] {"fstat", "fstat0"}) {
            Method method = Access.method(dispatcher, name, 2);
            if (method != null && java.lang.reflect.Modifier.isNative(method.getModifiers())) {
                return method;
            }
        }
        throw new IllegalStateException("this JDK has no " + DISPATCHER + ".fstat");
    }

    /** Whether it belongs to the user as whom the JVM acts. */
    public boolean isOwn() {
        return owner == (int) VM.geteuid();
    }

    /** Whether its group or others may write it. */
    public boolean othersMayWrite() {
        return (mode & OTHERS_WRITE) != 0;
    }

    /** Whether its group or others may do anything with it. */
    public boolean isPrivate() {
        return (mode & OTHERS) == 0;
    }

    /** The number of the owner, for a message. */
    public String owner() {
        return Integer.toUnsignedString(owner);
    }

    /** The number of the user as whom the JVM acts. */
    public static String user() {
        return Integer.toUnsignedString((int) VM.geteuid());
    }

    /** The permissions as {@code chmod} takes them. */
    public String permissions() {
        return Integer.toOctalString(mode & 07777);
    }
}
