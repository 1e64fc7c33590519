package jcp.runtime.jvm;

/**
 * Cuts the short string literals of a class out of one long text: as constants of their own they would be texts that the program
 * may have too ({@link RandomSequence}). The calls are put into the initialisers when the runtime is put into a jar.
 *
 * <p>Invariant: it has no literals itself. Left out: the strings are not those that {@code String.intern} gives.
 */
public final class OwnTexts {
    private static final char SEPARATOR = '\u007f';

    private OwnTexts() {}

    /** What stands after each separator, up to the next one. */
    public static String[] jcp$of(String all) {
        int count = 0;
        for (int at = all.indexOf(SEPARATOR); at >= 0; at = all.indexOf(SEPARATOR, at + 1)) {
            count++;
        }
        String[] texts = new String[count];
        int start = all.indexOf(SEPARATOR) + 1;
        for (int i = 0; i < count; i++) {
            int end = i + 1 < count ? all.indexOf(SEPARATOR, start) : all.length();
            texts[i] = all.substring(start, end);
            start = end + 1;
        }
        return texts;
    }
}
