import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Mac;

/** Uses what takes identity hashes when it is first used, behind the checkpoint only. */
public class Digested {
    public static void main(String[] args) throws Exception {
        System.out.println("before");
        after();
    }

    static void after() throws Exception {
        System.out.println(Mac.getInstance("HmacSHA1").getAlgorithm() + " " + new Object().hashCode()); // here
        System.out.println(MessageDigest.getInstance("MD5").digest().length + " " + new Object().hashCode());
        try (Stream<Path> files = Files.list(Path.of(""))) {
            System.out.println(files.count() + " " + new Object().hashCode());
        }
        System.out.println(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}) + " " + new Object().hashCode());
        System.out.println(List.of(1, 2).stream().map(x -> x + 1).toList() + " " + new Object().hashCode());
    }
}
