import java.io.BufferedReader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.zip.ZipFile;

/** The first to use classes of the JDK: each use takes the identity hashes that it takes without jcp. */
public class Main {
    static void hash(String behind) {
        System.out.println(behind + " " + Integer.toHexString(System.identityHashCode(new Object())));
    }

    public static void main(String[] args) throws Exception {
        hash("start");
        Main.class.getClassLoader().getResource("META-INF/services/none");
        hash("a resource");
        System.out.println(System.getenv("JCP_NO_SUCH_VARIABLE"));
        hash("the environment");
        try {
            Files.delete(Path.of("no such file"));
        } catch (NoSuchFileException e) {
            hash("a missing file");
        }
        System.out.println(new BufferedReader(new StringReader("line\n")).readLine());
        hash("a reader");
        String own = System.getProperty("java.class.path").split(":")[0];
        try (ZipFile jar = new ZipFile(own)) {
            hash("the program's own jar");
        }
        System.out.println(ServiceLoader.load(java.nio.file.spi.FileSystemProvider.class).findFirst().isPresent());
        hash("services");
        javax.xml.parsers.DocumentBuilderFactory.newInstance().newDocumentBuilder()
            .parse(new org.xml.sax.InputSource(new StringReader("<a/>")));
        hash("a parser");
        System.out.println("here"); // here
        hash("the checkpoint");
    }
}
