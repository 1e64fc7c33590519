import java.util.ArrayList;
import java.util.List;

/** Stopped by a debugger after the checkpoint. */
public class Debugged {
    public static void main(String[] args) {
        List<String> names = new ArrayList<>(List.of("a", "b"));
        long total = work(names, 4) + 1; // call
        System.out.println(total + names.size());
    }

    static long work(List<String> names, int depth) {
        String label = "deep" + depth;
        names.add(label);
        System.out.println("before the checkpoint");
        int size = names.size(); // checkpoint
        long result = size * 10L;
        System.out.println(label + result); // stop
        return result + depth - depth;
    }
}
