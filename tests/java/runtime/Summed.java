import java.util.zip.CRC32C;

/** The first to use a checksum of the JDK, which takes the identity hashes that it takes without jcp. */
public class Summed {
    static void hash(String behind) {
        System.out.println(behind + " " + Integer.toHexString(System.identityHashCode(new Object())));
    }

    public static void main(String[] args) {
        CRC32C sum = new CRC32C();
        sum.update(new byte[100]);
        hash("a sum " + sum.getValue());
        after();
    }

    static void after() {
        hash("the checkpoint"); // here
    }
}
