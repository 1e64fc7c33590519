import java.io.BufferedReader;
import java.io.File;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLConnection;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.management.ObjectName;

/** Connections to a file and to an entry of a jar, read in part, and loaders that have found resources and defined no class. */
public class Main {
    static class Loader extends URLClassLoader {
        int asked;

        Loader(URL... urls) {
            super(urls);
        }

        @Override
        public URL findResource(String name) {
            asked++;
            return super.findResource(name);
        }
    }

    static ObjectName name;
    static URLConnection connection;

    public static void main(String[] args) throws Exception {
        File jar = new File("found.jar");
        try (ZipOutputStream out = new ZipOutputStream(new FileOutputStream(jar))) {
            for (int i = 0; i < 3; i++) {
                ZipEntry entry = new ZipEntry("entry" + i + ".txt");
                entry.setTime(0); // in every run
                out.putNextEntry(entry);
                for (int line = 0; line < 3000; line++) {
                    out.write(("line " + line + " of " + i + "\n").getBytes());
                }
            }
        }
        try (FileOutputStream out = new FileOutputStream("plain.txt")) {
            for (int line = 0; line < 3000; line++) {
                out.write(("plain " + line + "\n").getBytes());
            }
        }
        URL url = new File("plain.txt").toURI().toURL();
        connection = url.openConnection();
        BufferedReader plain = new BufferedReader(new InputStreamReader(connection.getInputStream()));
        plain.readLine();
        URLClassLoader urls = new URLClassLoader(new URL[] {jar.toURI().toURL(), new File("missing.jar").toURI().toURL()});
        Loader loader = new Loader(jar.toURI().toURL());
        JarURLConnection inJar = (JarURLConnection) loader.getResource("entry1.txt").openConnection();
        inJar.setUseCaches(false);
        BufferedReader entry = new BufferedReader(new InputStreamReader(inJar.getInputStream()));
        entry.readLine();
        InputStream half = urls.getResourceAsStream("entry2.txt");
        byte[] bytes = half.readNBytes(20_000);
        name = new ObjectName("test:type=Connections,name=*");
        System.out.println("read " + bytes.length); // here
        System.out.println(plain.readLine() + " " + entry.readLine() + " " + half.available());
        System.out.println(connection.getContentLength() + " " + connection.getURL().getProtocol() + " " + inJar.getEntryName());
        System.out.println(new String(half.readAllBytes()).hashCode() + " " + plain.lines().count() + " " + entry.lines().count());
        System.out.println(urls.getResource("entry0.txt") != null ? urls.getURLs().length : -1);
        System.out.println(loader.getResource("missing") + " " + loader.asked);
        System.out.println(name + " " + name.isPattern() + " " + name.getKeyProperty("type"));
        try {
            urls.loadClass("Missing");
        } catch (ClassNotFoundException e) {
            System.out.println(e.getMessage() + " " + urls.loadClass("Main").getName());
        }
        half.close();
        entry.close();
        plain.close();
        urls.close();
        loader.close();
    }
}
