package jcp.runtime;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What the operating system says of this process's memory ({@code /proc/self/maps}), and what glibc's {@code malloc} notes before
 * each piece: its length. Nothing is read that is not mapped.
 */
final class NativeMemory {
    /** Below a piece: its length with this, and flags in the lowest bits. */
    private static final int HEADER = 8;
    private static final int FLAGS = 7;
    /** The flag of a piece that is a mapping of its own, with another word of glibc's. */
    private static final int MAPPED = 2;
    private static final int ALIGNMENT = 16;
    private static final long LARGEST = 1 << 20;

    private static final class Mapping {
        final long start;
        final long end;
        final String rights;
        /** Its file; empty if it has none. */
        final String path;

        /** {@code START-END RIGHTS OFFSET DEVICE INODE PATH}, with any number of spaces before the path. */
        Mapping(String line) {
            int dash = line.indexOf('-');
            int space = line.indexOf(' ');
            start = Long.parseUnsignedLong(line.substring(0, dash), 16);
            end = Long.parseUnsignedLong(line.substring(dash + 1, space), 16);
            rights = line.substring(space + 1, line.indexOf(' ', space + 1));
            int slash = line.indexOf('/');
            int bracket = line.indexOf('[');
            path = slash >= 0 ? line.substring(slash) : bracket >= 0 ? line.substring(bracket) : "";
        }
    }

    private final List<Mapping> mappings = new ArrayList<>();

    NativeMemory() throws IOException {
        try (FileInputStream maps = new FileInputStream("/proc/self/maps")) {
            for (String line : new String(maps.readAllBytes(), StandardCharsets.ISO_8859_1).split("\n")) {
                mappings.add(new Mapping(line));
            }
        }
    }

    private Mapping at(long address) {
        for (Mapping mapping : mappings) {
            if (address >= mapping.start && address < mapping.end) {
                return mapping;
            }
        }
        return null;
    }

    /** The length in bytes of the piece of {@code malloc} that begins there, or a little more; -1 if none can begin there. */
    int length(long address) {
        Mapping mapping = address % ALIGNMENT == 0 ? at(address) : null;
        if (mapping == null || !mapping.rights.startsWith("rw") || !mapping.path.isEmpty() && !mapping.path.equals("[heap]")
                || address - HEADER < mapping.start) {
            return -1;
        }
        long noted = Access.U.getLong(address - HEADER);
        long length = (noted & ~FLAGS) - ((noted & MAPPED) != 0 ? 2 * HEADER : HEADER);
        return length > 0 && length <= LARGEST && length <= mapping.end - address ? (int) length : -1;
    }

    /** Where the library begins that the address lies in; 0 if it lies in none. */
    long library(long address) {
        Mapping mapping = at(address);
        if (mapping == null || !mapping.path.startsWith("/")) {
            return 0;
        }
        long start = mapping.start;
        for (Mapping other : mappings) {
            start = other.path.equals(mapping.path) ? Math.min(start, other.start) : start;
        }
        return start;
    }

    /** A checksum of the code of the library that the address lies in. */
    int checksum(long address) {
        CRC32C crc = new CRC32C();
        String path = at(address).path;
        for (Mapping mapping : mappings) {
            if (mapping.path.equals(path) && mapping.rights.startsWith("r-x")) {
                byte[] code = read(mapping.start, (int) (mapping.end - mapping.start));
                crc.update(code, 0, code.length);
            }
        }
        return (int) crc.getValue();
    }

    static byte[] read(long address, int length) {
        byte[] bytes = new byte[length];
        Access.U.copyMemory(null, address, bytes, Sink.BYTES, length);
        return bytes;
    }
}
