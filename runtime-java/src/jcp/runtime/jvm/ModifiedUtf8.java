package jcp.runtime.jvm;

/** Strings as class files have them: in modified UTF-8 (JVMS 4.4.7). */
public final class ModifiedUtf8 {
    private ModifiedUtf8() {}

    /** The text of {@code length} bytes; a character takes one to three. */
    public static String text(byte[] file, int start, int length) {
        char[] text = new char[length];
        int filled = 0;
        for (int at = start; at < start + length; filled++) {
            int first = file[at++];
            if (first >= 0) {
                text[filled] = (char) first;
            } else if ((first & 0xe0) == 0xc0) {
                text[filled] = (char) ((first & 0x1f) << 6 | file[at++] & 0x3f);
            } else {
                text[filled] = (char) ((first & 0x0f) << 12 | (file[at++] & 0x3f) << 6 | file[at++] & 0x3f);
            }
        }
        return new String(text, 0, filled);
    }
}
