import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Function objects that are given to the JDK where they are made, and others. */
public class Main {
    static void each(String text) {}

    static String mapped(String text) {
        return text;
    }

    static int length(String text) {
        return text.length();
    }

    static void chosen(String text) {}

    static void kept(String text) {}

    static void elsewhere() {}

    static void thread() {}

    public static void main(String[] args) {
        List<String> texts = List.of("a", "b");
        texts.forEach(Main::each);
        texts.stream().map(text -> mapped(text)).toList();
        texts.stream().sorted(Comparator.comparing(Main::length)).toList();
        texts.forEach(args.length == 0 ? Main::chosen : text -> {});
        Consumer<String> consumer = Main::kept;
        texts.forEach(consumer);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(Main::elsewhere);
        new Thread(Main::thread).start();
    }
}
