package jcp.runtime.jvm;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.RandomAccessFile;

/**
 * What can be said of java.io's file objects: their descriptor, its number, and the standard stream that it is.
 */
public final class FileObjects {
    private FileObjects() {}

    /** The descriptor of a stream or random-access file; null for other objects. */
    public static FileDescriptor descriptor(Object o) {
        Class<?> in = kind(o);
        return in == null ? null : (FileDescriptor) Access.getField(o, in, "fd");
    }

    /** "in", "out" or "err" if {@code fd} is the JVM's object for that stream, else null. */
    public static String standard(FileDescriptor fd) {
        return fd == FileDescriptor.in ? "in" : fd == FileDescriptor.out ? "out" : fd == FileDescriptor.err ? "err" : null;
    }

    public static int number(FileDescriptor fd) {
        return (Integer) Access.getField(fd, FileDescriptor.class, "fd");
    }

    private static Class<?> kind(Object o) {
        return o instanceof FileInputStream ? FileInputStream.class
            : o instanceof FileOutputStream ? FileOutputStream.class
            : o instanceof RandomAccessFile ? RandomAccessFile.class : null;
    }
}
