package jcp.runtime.format;

/**
 * SHA-256 (FIPS 180-4) and, over it, HMAC (RFC 2104), of bytes as they come. Written here since the JDK's own
 * ({@code MessageDigest}, {@code javax.crypto}) look up and initialise security providers, dozens of classes each of which may take
 * an identity hash that the program is to take. Without a key nothing uses it.
 *
 * <p>Invariants: the length is less than 2^61 bytes; an object gives one result.
 */
public final class Sha256 {
    /** Bytes of a result. */
    static final int LENGTH = 32;
    private static final int BLOCK = 64;
    /** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
    private static final int[] K = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    };

    private final int[] state = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };
    private final int[] words = new int[BLOCK];
    private final byte[] block = new byte[BLOCK];
    private int used;
    private long length;
    /** What the result of an HMAC is hashed with; null if it is none. */
    private Sha256 outer;

    Sha256() {}

    /** An HMAC with the key. */
    static Sha256 hmac(byte[] key) {
        byte[] padded = new byte[BLOCK];
        byte[] fitting = key;
        if (key.length > BLOCK) {
            Sha256 hash = new Sha256();
            hash.update(key, 0, key.length);
            fitting = hash.result();
        }
        System.arraycopy(fitting, 0, padded, 0, fitting.length);
        Sha256 inner = new Sha256();
        inner.outer = new Sha256();
        inner.update(masked(padded, 0x36), 0, BLOCK);
        inner.outer.update(masked(padded, 0x5c), 0, BLOCK);
        return inner;
    }

    private static byte[] masked(byte[] key, int mask) {
        byte[] masked = new byte[BLOCK];
        for (int i = 0; i < BLOCK; i++) {
            masked[i] = (byte) (key[i] ^ mask);
        }
        return masked;
    }

    void update(byte[] bytes, int from, int count) {
        length += count;
        int at = from;
        int end = from + count;
        while (at < end) {
            if (used == 0 && end - at >= BLOCK) {
                compress(bytes, at);
                at += BLOCK;
                continue;
            }
            int step = Math.min(BLOCK - used, end - at);
            System.arraycopy(bytes, at, block, used, step);
            used += step;
            at += step;
            if (used == BLOCK) {
                compress(block, 0);
                used = 0;
            }
        }
    }

    byte[] result() {
        long bits = length * 8;
        byte[] end = new byte[(used < BLOCK - 8 ? BLOCK : 2 * BLOCK) - used];
        end[0] = (byte) 0x80;
        for (int i = 1; i <= 8; i++) {
            end[end.length - i] = (byte) (bits >>> 8 * (i - 1));
        }
        update(end, 0, end.length);
        byte[] result = new byte[LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            result[i] = (byte) (state[i / 4] >>> 24 - 8 * (i % 4));
        }
        if (outer == null) {
            return result;
        }
        outer.update(result, 0, LENGTH);
        return outer.result();
    }

    /** Whether both are the same; takes the same time wherever they differ. */
    static boolean same(byte[] one, byte[] other) {
        int different = one.length ^ other.length;
        for (int i = 0; i < Math.min(one.length, other.length); i++) {
            different |= one[i] ^ other[i];
        }
        return different == 0;
    }

    private void compress(byte[] bytes, int from) {
        int[] w = words;
        for (int i = 0, at = from; i < 16; i++, at += 4) {
            w[i] = bytes[at] << 24 | (bytes[at + 1] & 0xff) << 16 | (bytes[at + 2] & 0xff) << 8 | bytes[at + 3] & 0xff;
        }
        for (int i = 16; i < BLOCK; i++) {
            int x = w[i - 15];
            int y = w[i - 2];
            int s0 = (x >>> 7 | x << 25) ^ (x >>> 18 | x << 14) ^ x >>> 3;
            int s1 = (y >>> 17 | y << 15) ^ (y >>> 19 | y << 13) ^ y >>> 10;
            w[i] = w[i - 16] + s0 + w[i - 7] + s1;
        }
        int a = state[0];
        int b = state[1];
        int c = state[2];
        int d = state[3];
        int e = state[4];
        int f = state[5];
        int g = state[6];
        int h = state[7];
        for (int i = 0; i < BLOCK; i++) {
            int s1 = (e >>> 6 | e << 26) ^ (e >>> 11 | e << 21) ^ (e >>> 25 | e << 7);
            int first = h + s1 + (e & f ^ ~e & g) + K[i] + w[i];
            int s0 = (a >>> 2 | a << 30) ^ (a >>> 13 | a << 19) ^ (a >>> 22 | a << 10);
            int second = s0 + (a & b ^ a & c ^ b & c);
            h = g;
            g = f;
            f = e;
            e = d + first;
            d = c;
            c = b;
            b = a;
            a = first + second;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
}
