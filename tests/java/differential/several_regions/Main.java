import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Several regions in one run, whose chains share methods and part. */
public class Main {
    static class Task {
        final String name;
        final List<Integer> seen = new ArrayList<>();

        Task(String name) {
            this.name = name;
            System.out.println("task " + name); // constructed
        }

        int run(int n) {
            System.out.println(name + " runs " + n); // runs
            int result = Main.twice(seen, n); // twice
            seen.add(result);
            System.out.println(name + " ran " + seen); // ran
            return result;
        }
    }

    static class Loud extends Task {
        Loud(String name) {
            super(name); // super
        }

        @Override
        int run(int n) {
            System.out.println("LOUD " + n); // loud
            return super.run(n); // up
        }
    }

    static int count;

    public static void main(String[] args) {
        Task[] tasks = {new Task("a"), new Loud("b")}; // tasks
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            sum += tasks[i % 2].run(i); // run
            count++;
        }
        System.out.println("sum " + sum + sum(i -> i * count)); // sum
        System.out.println("again " + tasks[1].run(9)); // again
        System.exit(sum % 100);
    }

    static int sum(IntUnaryOperator f) {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += f.applyAsInt(i); // apply
        }
        return sum;
    }

    static int twice(List<Integer> seen, int n) {
        int before = seen.size();
        System.out.println("twice " + n + " behind " + before); // inner
        return 2 * n;
    }
}
