package jcp.runtime.format;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import jcp.runtime.jvm.Opening;

/** The runtime's SHA-256 and HMAC against the vectors of FIPS 180-4 and RFC 4231, and, of random bytes in random pieces, against the JDK's. */
public class Sha256Check {
    private static final Random RANDOM = new Random(5);

    public static void main(String[] args) throws Exception {
        String missing = Opening.open();
        if (missing != null) {
            throw new IllegalStateException(missing);
        }
        same("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", hash(null, bytes("abc")));
        same("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", hash(null, bytes("")));
        same("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
                hash(null, bytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")));
        same("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7", hash(filled(20, 0x0b), bytes("Hi There")));
        same("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                hash(bytes("Jefe"), bytes("what do ya want for nothing?")));
        same("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
                hash(filled(131, 0xaa), bytes("Test Using Larger Than Block-Size Key - Hash Key First")));
        for (int i = 0; i < 400; i++) {
            byte[] content = random(i < 200 ? i : RANDOM.nextInt(5000));
            byte[] key = random(1 + RANDOM.nextInt(150));
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            if (!Arrays.equals(MessageDigest.getInstance("SHA-256").digest(content), hash(null, content))
                    || !Sha256.same(mac.doFinal(content), hash(key, content))) {
                throw new AssertionError("of " + content.length + " bytes and a key of " + key.length);
            }
        }
        byte[] changed = hash(null, bytes("abc"));
        changed[31] ^= 1;
        System.out.println(Sha256.same(changed, hash(null, bytes("abc"))));
    }

    private static void same(String expected, byte[] found) {
        if (!expected.equals(HexFormat.of().formatHex(found))) {
            throw new AssertionError(expected);
        }
    }

    /** An HMAC if there is a key. */
    private static byte[] hash(byte[] key, byte[] content) {
        Sha256 hash = key == null ? new Sha256() : Sha256.hmac(key);
        for (int at = 0; at < content.length; ) {
            int step = Math.min(content.length - at, 1 + RANDOM.nextInt(200));
            hash.update(content, at, step);
            at += step;
        }
        return hash.result();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] filled(int length, int value) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return bytes;
    }
}
