package jcp.runtime.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import jcp.runtime.jvm.Access;

/**
 * UTF-8 in which a surrogate without its partner takes three bytes (WTF-8), so that every String comes back as it was: a
 * pattern such as {@code [\ud800-\udbff]} holds such characters.
 */
public final class Wtf8 {
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Wtf8() {}

    static byte[] encode(String text) {
        byte[] plain = text.getBytes(UTF_8);
        // a lone surrogate has become '?'
        if (new String(plain, UTF_8).equals(text)) {
            return plain;
        }
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream(text.length() * 3);
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                out.write(0xed);
                out.write(0x80 | c >> 6 & 0x3f);
                out.write(0x80 | c & 0x3f);
            } else {
                out.writeBytes(Character.toString(c).getBytes(UTF_8));
            }
            i += Character.charCount(c);
        }
        return out.toByteArray();
    }

    private static boolean isAscii(byte[] bytes) {
        int at = 0;
        for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) {
            if ((Access.U.getLongUnaligned(bytes, Sink.BYTES + at) & HIGH_BITS) != 0) {
                return false;
            }
        }
        for (; at < bytes.length; at++) {
            if (bytes[at] < 0) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("deprecation") // this constructor just copies; the decoder would look at each byte, not compiled yet
    static String decode(byte[] bytes) {
        if (isAscii(bytes)) {
            return new String(bytes, 0);
        }
        StringBuilder text = null;
        int done = 0;
        for (int i = 0; i + 2 < bytes.length; i++) {
            if (bytes[i] == (byte) 0xed && (bytes[i + 1] & 0xff) >= 0xa0) {
                text = text == null ? new StringBuilder() : text;
                text.append(new String(bytes, done, i - done, UTF_8));
                text.append((char) (0xd000 | (bytes[i + 1] & 0x3f) << 6 | bytes[i + 2] & 0x3f));
                i += 2;
                done = i + 1;
            }
        }
        String rest = new String(bytes, done, bytes.length - done, UTF_8);
        return text == null ? rest : text.append(rest).toString();
    }
}
