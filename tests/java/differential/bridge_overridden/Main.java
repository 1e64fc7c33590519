import java.util.ArrayList;
import java.util.List;

/** A class below one with a bridge overrides the bridged method, and so has a bridge of its own, as JUnit's runners of Spring have. */
public class Main {
    abstract static class Runner<T> {
        final List<T> seen = new ArrayList<>();

        abstract void child(T one);

        void run(List<T> all) {
            for (T one : all) {
                child(one);
            }
        }
    }

    static class Plain extends Runner<String> {
        @Override
        void child(String one) {
            seen.add(one);
        }
    }

    static class Special extends Plain {
        @Override
        void child(String one) {
            System.out.println("child " + one);
            super.child(one); // here
            System.out.println(seen);
        }
    }

    public static void main(String[] args) {
        Runner<String> runner = args.length > 0 ? new Plain() : new Special();
        runner.run(List.of("a", "b"));
        System.out.println(runner.seen.size());
    }
}
