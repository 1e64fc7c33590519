package jcp.runtime.jvm;

/** A set of small numbers that grows. In the place of java.util.BitSet, whose link takes a hash ({@link HashGenerator}). */
public final class Bits {
    private long[] words = new long[16];

    public boolean get(int number) {
        int word = number >>> 6;
        return word < words.length && (words[word] & 1L << number) != 0;
    }

    public void set(int number) {
        int word = number >>> 6;
        if (word >= words.length) {
            words = java.util.Arrays.copyOf(words, Math.max(word + 1, words.length * 2));
        }
        words[word] |= 1L << number;
    }
}
