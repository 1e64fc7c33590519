import java.util.ArrayList;
import java.util.List;

/**
 * A test runner in small: a list's {@code forEach} runs one task after another, and each of them goes through function objects within function
 * objects, of which one may fail. The checkpoint is in a later task than the first.
 */
public class Main {
    interface Step {
        void run(String name) throws Exception;
    }

    /** Runs a step and keeps what it throws. */
    static class Collector {
        private final List<String> failures = new ArrayList<>();

        void execute(String name, Step step) {
            try {
                step.run(name);
            } catch (Exception | AssertionError error) {
                failures.add(name + ": " + error.getMessage());
            }
        }
    }

    private final Collector collector = new Collector();
    private final List<String> done = new ArrayList<>();

    private void all(List<String> names) {
        names.forEach(this::one);
    }

    private void one(String name) {
        collector.execute(name, outer -> around(outer, inner -> collector.execute(inner, this::test)));
        done.add(name);
    }

    private void around(String name, Step step) throws Exception {
        step.run(name);
        if (name.equals("throws")) {
            throw new Exception("around " + name);
        }
    }

    private void test(String name) {
        switch (name) {
            case "long": check(name.length()); break;
            case "fails": throw new AssertionError("wrong");
            default: done.add("test " + name);
        }
    }

    private void check(int length) {
        System.out.println("check " + length + " " + done + " " + collector.failures);
        done.add("checked");
    }

    public static void main(String[] args) {
        Main main = new Main();
        main.all(new ArrayList<>(List.of("first", "fails", "throws", "long", "last")));
        System.out.println(main.done + " " + main.collector.failures);
    }
}
