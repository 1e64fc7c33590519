package app;

import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import lib.Library;

/** Looks at all that differs for a class of a jar in a jar: loaders, places, resources, packages, services. */
public class Main {
    static final Map<Class<?>, String> BY_CLASS = new HashMap<>();
    static final List<Object> KEPT = new ArrayList<>();
    static int looks;

    static String place(String text) {
        return text.replaceAll("/[^ ]*/app(-capture|-replay)?.jar", "APP");
    }

    static void look(String when) throws Exception {
        looks++;
        ClassLoader loader = Main.class.getClassLoader();
        System.out.println(when + " " + looks + " " + Library.seen() + " " + new TreeSet<>(BY_CLASS.values()));
        System.out.println(loader.getClass().getName() + " " + (loader == Thread.currentThread().getContextClassLoader())
            + (loader == Library.class.getClassLoader()) + (loader == ClassLoader.getSystemClassLoader()) + loader.getParent().getName());
        URL text = Library.class.getResource("text.txt");
        System.out.println(place(text.toString()) + " " + new String(text.openStream().readAllBytes(), "UTF-8").trim());
        System.out.println(Collections.list(loader.getResources("lib/text.txt")).size() + " " + loader.getResource("nowhere"));
        System.out.println(place(Library.class.getProtectionDomain().getCodeSource().getLocation() + " " + Main.class.getResource("Main.class")));
        for (Runnable each : ServiceLoader.load(Runnable.class, loader)) {
            each.run();
        }
        KEPT.add(text);
        KEPT.add(loader);
        KEPT.add(Library.class.getPackage());
        KEPT.add(Main.class.getProtectionDomain().getCodeSource());
    }

    static void each(int number) {
        System.out.println("each " + number + " " + looks);
    }

    public static void main(String[] args) throws Exception {
        for (Class<?> type : List.of(Main.class, Library.class, String.class, Runnable.class, List.class)) {
            BY_CLASS.put(type, type.getSimpleName());
        }
        IntUnaryOperator twice = n -> 2 * n + args.length;
        look("before");
        int work = Library.work(twice.applyAsInt(20));
        System.out.println("here " + work);
        look("behind");
        System.out.println(place(KEPT.get(0).toString()) + " " + (KEPT.get(1) == Library.class.getClassLoader())
            + (KEPT.get(2) == Library.class.getPackage()) + (KEPT.get(3) == Main.class.getProtectionDomain().getCodeSource()));
        System.out.println(new String(((URL) KEPT.get(0)).openStream().readAllBytes(), "UTF-8").trim() + " " + twice.applyAsInt(1));
        System.out.println(Class.forName("lib.Late").getDeclaredField("TEXT").get(null) + " " + List.of(args));
        List.of(1, 2).forEach(Main::each);
    }
}
