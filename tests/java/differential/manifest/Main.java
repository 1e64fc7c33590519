import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/** A manifest that was read before: the JDK keeps the names of its attributes in a map that cannot be changed. */
public class Main {
    static Manifest read(String text) throws IOException {
        return new Manifest(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    static Object name(Manifest manifest, String wanted) {
        for (Object each : manifest.getMainAttributes().keySet()) {
            if (each.toString().equals(wanted)) {
                return each;
            }
        }
        return null;
    }

    public static void main(String[] args) throws IOException {
        Manifest manifest = read("Manifest-Version: 1.0\nCreated-By: Main\nMy-Own: 1\n\nName: a/b\nSealed: true\n");
        System.out.println(manifest.getEntries());
        work(manifest);
    }

    static void work(Manifest manifest) throws IOException {
        Manifest other = read("Manifest-Version: 1.0\nCreated-By: another\nMy-Own: 2\n");
        for (String each : new String[] {"Manifest-Version", "Created-By", "My-Own"}) {
            System.out.println(each + " " + (name(manifest, each) == name(other, each)));
        }
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Main");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        manifest.write(out);
        System.out.print(out);
    }
}
