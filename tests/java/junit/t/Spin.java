package t;

/** Work of a fixed length. */
class Spin {
    /** So many millions of rounds. */
    static long rounds(int millions) {
        long x = millions;
        for (int i = 0; i < millions * 1_000_000; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }
}
