import java.util.ArrayList;
import java.util.List;

/** A shutdown hook registered before the checkpoint runs at the end of the replay; one that was taken back does not. */
public class Main {
    private static int total;

    static class Summary extends Thread {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void run() {
            System.out.println(lines + " " + total + " " + getName() + " " + getPriority());
        }
    }

    public static void main(String[] args) {
        Summary hook = new Summary();
        hook.setPriority(3);
        Thread taken = new Thread(() -> System.out.println("never"));
        Runtime.getRuntime().addShutdownHook(hook);
        Runtime.getRuntime().addShutdownHook(taken);
        hook.lines.add("before");
        total = 5;
        work(hook, taken);
    }

    static void work(Summary hook, Thread taken) {
        System.out.println("before");
        hook.lines.add("after"); // here
        total++;
        System.out.println(Runtime.getRuntime().removeShutdownHook(taken) + " " + Runtime.getRuntime().removeShutdownHook(taken));
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }
}
