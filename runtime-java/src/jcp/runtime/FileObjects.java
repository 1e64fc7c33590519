package jcp.runtime;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;

/**
 * What can be said of java.io's file objects: their descriptor, the standard stream that it is, the path and the offset.
 * Offsets come from Linux's /proc and are left out elsewhere. Open files are not restored.
 */
final class FileObjects {
    private FileObjects() {}

    /** The descriptor of a stream or random-access file; null for other objects. */
    static FileDescriptor descriptor(Object o) {
        Class<?> in = kind(o);
        return in == null ? null : (FileDescriptor) Access.getField(o, in, "fd");
    }

    /** "in", "out" or "err" if {@code fd} is the JVM's object for that stream, else null. */
    static String standard(FileDescriptor fd) {
        return fd == FileDescriptor.in ? "in" : fd == FileDescriptor.out ? "out" : fd == FileDescriptor.err ? "err" : null;
    }

    /** "path at byte offset", as far as known. */
    static String describe(Object o) {
        Class<?> in = kind(o);
        FileDescriptor fd = descriptor(o);
        if (in == null || fd == null) {
            return null;
        }
        Object path = Access.getField(o, in, "path");
        long position = position(number(fd));
        return (path == null ? "descriptor " + number(fd) : path) + (position < 0 ? "" : " at byte " + position);
    }

    static int number(FileDescriptor fd) {
        return (Integer) Access.getField(fd, FileDescriptor.class, "fd");
    }

    /** The offset of a descriptor, or -1 if unknown. */
    static long position(int fd) {
        if (fd < 0) {
            return -1;
        }
        try (FileInputStream info = new FileInputStream("/proc/self/fdinfo/" + fd)) {
            for (String line : new String(info.readAllBytes(), StandardCharsets.ISO_8859_1).split("\n")) {
                if (line.startsWith("pos:")) {
                    return Long.parseLong(line.substring(4).trim());
                }
            }
        } catch (IOException | NumberFormatException e) {
            return -1; // no /proc: the offset stays unknown
        }
        return -1;
    }

    private static Class<?> kind(Object o) {
        return o instanceof FileInputStream ? FileInputStream.class
            : o instanceof FileOutputStream ? FileOutputStream.class
            : o instanceof RandomAccessFile ? RandomAccessFile.class : null;
    }
}
