import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.NoSuchElementException;

/** What {@code ClassLoader.getResources} returns, held in every state: fresh, asked, half read, at its end. */
public class Main {
    private static final List<Enumeration<URL>> HELD = new ArrayList<>();
    private static ClassLoader own;

    public static void main(String[] args) throws IOException {
        ClassLoader app = Main.class.getClassLoader();
        own = new URLClassLoader(new URL[] {Main.class.getProtectionDomain().getCodeSource().getLocation()}, app);
        for (ClassLoader loader : new ClassLoader[] {app, app.getParent(), own}) {
            for (String name : new String[] {"Main.class", "java/lang/Object.class", "none", "module-info.class"}) {
                HELD.add(loader.getResources(name));
                HELD.add(asked(loader.getResources(name)));
                HELD.add(read(loader.getResources(name), 1));
                HELD.add(read(loader.getResources(name), 1000));
            }
        }
        HELD.add(app.resources("Main.class").iterator().hasNext() ? app.getResources("Main.class") : null);
        rest();
    }

    private static Enumeration<URL> asked(Enumeration<URL> all) {
        all.hasMoreElements();
        return all;
    }

    private static Enumeration<URL> read(Enumeration<URL> all, int count) {
        for (int i = 0; i < count && all.hasMoreElements(); i++) {
            all.nextElement();
        }
        return all;
    }

    private static void rest() throws IOException {
        for (Enumeration<URL> each : HELD) { // here
            StringBuilder text = new StringBuilder();
            int count = 0;
            while (each.hasMoreElements()) {
                URL url = each.nextElement();
                try (InputStream in = url.openStream()) {
                    text.append(' ').append(url.getPath().substring(url.getPath().lastIndexOf('/') + 1)).append(' ').append(in.read());
                }
                count++;
            }
            try {
                each.nextElement();
            } catch (NoSuchElementException e) {
                text.append(" end");
            }
            System.out.println(count + text.substring(0, Math.min(200, text.length())) + " " + text.length());
        }
        System.out.println(own.getResources("Main.class").hasMoreElements());
    }
}
