import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Comes to the checkpoint in each round; with a second argument, a thread lives in that round. */
public class Rounds {
    private static final List<String> seen = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        int refused = args.length > 1 ? Integer.parseInt(args[1]) : 0;
        for (int round = 1; round <= Integer.parseInt(args[0]); round++) {
            Thread thread = null;
            Object lock = new Object();
            if (round == refused) {
                thread = new Thread(() -> waitOn(lock));
                thread.start();
            }
            after(round);
            if (thread != null) {
                thread.interrupt();
                thread.join();
            }
        }
        Set<Object> objects = new HashSet<>(List.of(new Object(), new Object()));
        System.out.println("end " + seen + " " + objects.size());
    }

    private static void waitOn(Object lock) {
        synchronized (lock) {
            try {
                while (true) {
                    lock.wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static void after(int round) {
        System.out.println("round " + round); // here
        seen.add("r" + round);
    }
}
