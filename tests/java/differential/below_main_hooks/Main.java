/** Shutdown hooks that were registered above the root, below it before the checkpoint, and behind it: each runs once. */
public class Main {
    private static int hooks;

    static synchronized void hook() {
        hooks++;
        System.out.println("hook " + hooks);
    }

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(Main::hook));
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> System.out.println("uncaught " + e.getMessage()));
        System.out.println("above");
        root();
        throw new IllegalStateException("at the end");
    }

    static void root() {
        Runtime.getRuntime().addShutdownHook(new Thread(Main::hook));
        work(); // call
    }

    static void work() {
        System.out.println("work"); // here
        Runtime.getRuntime().addShutdownHook(new Thread(Main::hook));
    }
}
