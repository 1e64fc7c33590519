import java.util.*;
/** Properties that tell JVMs apart, or that the runtime needs, set and cleared by the program: in an initialiser before main, and in main. */
public class Main {
    static final String[] EARLY = {"java.vendor", "java.runtime.version", "sun.jnu.encoding", "java.vm.info"};
    static {
        for (String n : EARLY) System.setProperty(n, "early " + n);
        System.clearProperty("java.vm.specification.vendor");
        System.setProperty("java.class.path", "nowhere.jar");
        System.setProperty("java.specification.version", "99");
    }
    static final String[] LATE = {"os.arch", "os.name", "java.vm.name", "java.vm.version", "java.home", "java.io.tmpdir", "user.dir", "file.separator", "path.separator", "line.separator",
       "java.version", "file.encoding", "sun.arch.data.model", "sun.java.command", "java.vm.vendor"};
    public static void main(String[] a) {
        for (String n : LATE) System.setProperty(n, "late " + n);
        System.clearProperty("java.vendor.url");
        Map<Object, Integer> map = new HashMap<>();
        for (int i = 0; i < 20; i++) map.put(i % 2 == 0 ? (Object) Thread.State.values()[i % 6] : (Object) new Object(), i);
        Runnable r = () -> System.out.println("r");
        Comparator<String> c = Comparator.comparing(String::length);
        Set<String> s = Set.of("a", "b", "c");
        System.out.println("before");
        for (String n : EARLY) System.out.println(System.getProperty(n)); // here
        for (String n : LATE) System.out.println(System.getProperty(n));
        System.out.println(System.getProperty("java.vm.specification.vendor") + System.getProperty("java.vendor.url") + System.getProperty("java.class.path") + System.getProperty("java.specification.version"));
        System.out.println(new TreeMap<>(System.getProperties()).keySet());
        r.run();
        System.out.println(c.compare("a", "bb") + " " + map.size() + s.size());
    }
}
