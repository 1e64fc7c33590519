package jcp.runtime.jvm;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Where the libraries lie that this process has loaded, as the operating system says ({@code /proc/self/maps}).
 */
public final class Libraries {
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

    public Libraries() throws IOException {
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

    /** Where the library begins that the address lies in; 0 if it lies in none. */
    public long of(long address) {
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

    /** The files that are mapped, each once. */
    List<String> paths() {
        List<String> found = new ArrayList<>();
        for (Mapping each : mappings) {
            if (!each.path.isEmpty() && !found.contains(each.path)) {
                found.add(each.path);
            }
        }
        return found;
    }

    /** A checksum of the code of the library that the address lies in. */
    public int checksum(long address) {
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

    private static byte[] read(long address, int length) {
        byte[] bytes = new byte[length];
        Access.U.copyMemory(null, address, bytes, Access.arrayBase(byte[].class), length);
        return bytes;
    }
}
