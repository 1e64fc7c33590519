import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/** Used behind the checkpoint alone: each takes the identity hashes that it takes without jcp. */
public class Main {
    static int steps;

    static void hash(String behind) {
        steps++;
        System.out.println(behind + " " + System.identityHashCode(new Object()));
    }

    public static void main(String[] args) throws Exception {
        hash("start");
        System.out.println("here"); // here
        System.out.println(MessageDigest.getInstance("MD5").digest(new byte[3]).length);
        hash("a digest");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new ArrayList<>(List.of("a", 1)));
        }
        System.out.println(new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject());
        hash("object streams");
    }
}
