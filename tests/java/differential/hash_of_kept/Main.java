import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ForkJoinPool;
import java.util.zip.Inflater;

/** Objects that each JVM has its own of, and that the program does not hold: asked for their identity hashes before the checkpoint and after it. */
public class Main {
    static void hash(String name, Object object) {
        System.out.println(name + " " + Integer.toHexString(System.identityHashCode(object)));
    }

    public static void main(String[] args) {
        // on newer JDKs the library that it loads has the thread hashed
        new Inflater().end();
        hash("an object", new Object());
        all();
        look();
    }

    static void look() {
        System.out.println("look");
        all();
        hash("an object", new Object());
    }

    static void all() {
        hash("the thread", Thread.currentThread());
        hash("its group", Thread.currentThread().getThreadGroup());
        hash("the group above", Thread.currentThread().getThreadGroup().getParent());
        hash("output", System.out);
        hash("the runtime", Runtime.getRuntime());
        hash("the loader", Main.class.getClassLoader());
        hash("the loader above", ClassLoader.getPlatformClassLoader());
        hash("the module", Main.class.getModule());
        hash("the layer", ModuleLayer.boot());
        hash("the properties", System.getProperties());
        hash("files", FileSystems.getDefault());
        hash("the pool", ForkJoinPool.commonPool());
        hash("a locale", Locale.FRANCE);
        hash("a charset", StandardCharsets.UTF_16);
        hash("an empty list", Collections.EMPTY_LIST);
        hash("another", List.of());
        hash("nothing", Optional.empty());
        hash("five", 5);
        hash("true", true);
        hash("one", BigInteger.ONE);
        hash("no offset", ZoneOffset.UTC);
        hash("an order", Comparator.naturalOrder());
    }
}
