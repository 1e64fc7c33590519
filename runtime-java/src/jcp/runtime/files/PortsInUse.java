package jcp.runtime.files;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Who listens on this machine, as Linux's {@code /proc/net} says: whether a port can be had is asked so before anything is changed. To try
 * it needs the JDK's classes for sockets, and to initialise those takes identity hashes before they are given back.
 *
 * <p>A port is taken if a socket listens on it, at the same address or if one of both is any address; those of IPv4 within IPv6 are compared as such.
 *
 * <p>Left out: what only the attempt shows (a port that needs a privilege, the remains of connections, an address that the machine has no more).
 */
final class PortsInUse {
    private PortsInUse() {}

    private static final String LISTENING = "0A";
    /** How an address of IPv4 within IPv6 begins. */
    private static final String MAPPED = "0000000000000000FFFF0000";

    /** Whether somebody listens there. {@code address}: its bytes in hexadecimal digits, as {@link #digits} has them. */
    static boolean has(String address, int port) {
        return has("/proc/net/tcp", address, port) || has("/proc/net/tcp6", address, port);
    }

    private static boolean has(String table, String address, int port) {
        try (FileInputStream in = new FileInputStream(table)) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).split("\n")) {
                String[] words = line.trim().split(" "); // number, own address, the other's, state
                if (words.length > 3 && words[3].equals(LISTENING) && overlap(words[1], address, port)) {
                    return true;
                }
            }
        } catch (IOException e) {
            return false; // no IPv6, or another system: the attempt will show
        }
        return false;
    }

    private static boolean overlap(String used, String address, int port) {
        int colon = used.indexOf(':');
        if (colon < 0 || Integer.parseInt(used.substring(colon + 1), 16) != port) {
            return false;
        }
        String at = used.substring(0, colon);
        return plain(at).equals(plain(address)) || isAny(at) || isAny(address);
    }

    private static String plain(String address) {
        return address.startsWith(MAPPED) ? address.substring(MAPPED.length()) : address;
    }

    private static boolean isAny(String address) {
        for (int i = 0; i < address.length(); i++) {
            if (address.charAt(i) != '0') {
                return false;
            }
        }
        return true;
    }

    /** The bytes of an address as the table has them: in words of four, the last one first. */
    static String digits(byte[] address) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < address.length; i++) {
            int b = address[i - i % 4 + 3 - i % 4] & 0xff;
            text.append("0123456789ABCDEF".charAt(b >> 4)).append("0123456789ABCDEF".charAt(b & 15));
        }
        return text.toString();
    }

    static byte[] bytes(String digits) {
        byte[] address = new byte[digits.length() / 2];
        for (int i = 0; i < address.length; i++) {
            address[i - i % 4 + 3 - i % 4] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
        }
        return address;
    }
}
