import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The root is a Runnable that code of the JDK calls, in an iteration; the third call is captured. */
public class Main implements Runnable {
    private final String name;
    private final List<Main> done;
    private int runs;

    Main(String name, List<Main> done) {
        this.name = name;
        this.done = done;
    }

    public static void main(String[] args) {
        List<Main> done = new ArrayList<>();
        List<Runnable> tasks = new ArrayList<>();
        for (String name : new String[] {"a", "b", "c", "d"}) {
            tasks.add(new Main(name, done));
        }
        tasks.forEach(Runnable::run);
        new ArrayDeque<>(tasks).descendingIterator().forEachRemaining(Runnable::run);
        for (Main task : done) {
            System.out.println(task + " " + tasks.contains(task));
        }
    }

    @Override
    public void run() {
        runs++;
        done.add(this);
        step("begin");
        System.out.println("running " + this); // here
        step("end");
    }

    private void step(String what) {
        System.out.println(what + " " + name + " " + runs + " of " + done.size());
    }

    @Override
    public String toString() {
        return name + runs;
    }
}
