import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A program that loads an agent into its own JVM, as Mockito does: it changes classes of the program and of the JDK, appends a jar for the boot loader and opens
 * a package. All of that is so after the checkpoint, and transformers go on to see classes.
 */
public class Main {
    static Instrumentation instrumentation;
    static Weaver weaver;

    /** What the JVM calls. */
    public static class Agent {
        public static void agentmain(String options, Instrumentation given) {
            instrumentation = given;
        }
    }

    /** Puts one text of a class in the place of another of the same length. */
    static class Weaver implements ClassFileTransformer {
        static final String[][] TEXTS = {{"Main$Target", "as written"}, {"Main$Later", "as written"}, {"java/util/Optional", "Optional.empty"},
            {"Main", "of the chain"}, {"java/lang/Object", "value is negative"}};
        int changed;
        boolean rests;

        @Override
        public byte[] transform(ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] file) {
            for (String[] text : TEXTS) {
                if (text[0].equals(name) && !rests) {
                    changed++;
                    return with(file, text[1], text[1].toUpperCase());
                }
            }
            return null;
        }
    }

    static byte[] with(byte[] file, String text, String other) {
        String all = new String(file, StandardCharsets.ISO_8859_1);
        return all.replace(text, other).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** To the JVM an interface is a subclass of Object, so a change of that counts for it. */
    interface Step {
        default void go(Target first) throws Exception {
            work(first);
        }
    }

    static class Own implements Step {}

    static class Target {
        static int asked;
        final int number;

        Target(int number) {
            this.number = number;
        }

        String text() {
            return "as written " + number + " " + ++asked;
        }
    }

    static class Later {
        String text() {
            return "as written, later";
        }
    }

    static class Other {
        String text() {
            return "another as written";
        }
    }

    /** Attaches from another process, as a JVM does not let itself attach. */
    public static class Attaching {
        public static void main(String[] args) throws Exception {
            com.sun.tools.attach.VirtualMachine machine = com.sun.tools.attach.VirtualMachine.attach(args[0]);
            machine.loadAgent(args[1]);
            machine.detach();
        }
    }

    static byte[] file(String name) throws IOException {
        try (InputStream in = Main.class.getResourceAsStream(name + ".class")) {
            return in.readAllBytes();
        }
    }

    static File jar(String name, Attributes.Name attribute, String value, String... classes) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(attribute, value);
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        manifest.getMainAttributes().putValue("Can-Redefine-Classes", "true");
        File jar = new File(name);
        try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar), manifest)) {
            for (String each : classes) {
                out.putNextEntry(new JarEntry(each + ".class"));
                out.write(file(each));
                out.closeEntry();
            }
        }
        return jar.getAbsoluteFile();
    }

    static void attach() throws Exception {
        File jar = jar("agent.jar", new Attributes.Name("Agent-Class"), "Main$Agent");
        String java = System.getProperty("java.home") + "/bin/java";
        ProcessBuilder attaching = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), "Main$Attaching",
            Long.toString(ProcessHandle.current().pid()), jar.getPath());
        int status = attaching.inheritIO().start().waitFor();
        System.out.println("attached: " + status + " " + (instrumentation != null));
        jar.delete();
    }

    public static void main(String[] args) throws Exception {
        if (instrumentation == null) {
            attach();
        }
        Target first = new Target(1);
        System.out.println(first.text() + ", " + Optional.empty());
        weaver = new Weaver();
        instrumentation.addTransformer(weaver, true);
        instrumentation.retransformClasses(Target.class, Optional.class);
        instrumentation.redefineClasses(new ClassDefinition(Other.class, with(file("Main$Other"), "another", "ANOTHER")));
        if (args.length > 0 && args[0].equals("chain")) {
            instrumentation.retransformClasses(Main.class);
        }
        if (args.length > 0 && args[0].equals("object")) {
            instrumentation.retransformClasses(Object.class);
        }
        File boot = jar("boot.jar", Attributes.Name.IMPLEMENTATION_TITLE, "boot", "Seen", "Unseen");
        try (JarFile opened = new JarFile(boot)) {
            instrumentation.appendToBootstrapClassLoaderSearch(opened);
        }
        boot.delete();
        Seen.hit("before");
        Module own = Main.class.getModule();
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), Map.of(), Map.of("java.util", Set.of(own)), Set.of(), Map.of());
        System.out.println(first.text() + ", " + Optional.empty() + ", " + new Other().text() + ", " + Seen.all());
        if (args.length > 0 && args[0].equals("object")) {
            Step step = new Own();
            step.go(first);
        } else {
            work(first);
        }
    }

    static void work(Target first) throws Exception {
        System.out.println("of the chain");
        try {
            first.wait(-1, 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(first.text() + ", " + new Target(2).text() + ", " + Optional.empty() + ", " + new Other().text());
        System.out.println(new Later().text());
        Seen.hit("after");
        System.out.println(Seen.all() + " " + Seen.class.getClassLoader() + " " + Unseen.class.getClassLoader() + " " + Unseen.twice(4));
        Field size = java.util.ArrayList.class.getDeclaredField("size");
        size.setAccessible(true);
        System.out.println(size.get(new java.util.ArrayList<>(Set.of(1, 2))));
        System.out.println(weaver.changed + " " + instrumentation.isRetransformClassesSupported() + " " + instrumentation.isRedefineClassesSupported() + " "
            + instrumentation.isNativeMethodPrefixSupported());
        instrumentation.retransformClasses(Other.class); // as it was redefined
        weaver.rests = true;
        instrumentation.retransformClasses(Target.class); // as it was written
        System.out.println(first.text() + ", " + Optional.empty() + ", " + new Other().text());
        System.out.println(instrumentation.removeTransformer(weaver) + " " + instrumentation.removeTransformer(weaver));
        instrumentation.retransformClasses(Optional.class);
        System.out.println(first.text() + ", " + Optional.empty() + ", " + Main.class.getDeclaredMethods().length);
    }
}
