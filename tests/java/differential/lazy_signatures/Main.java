import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;

/** Classes that only signatures of a class of the chain name: loading one takes an identity hash, so it is not to come early. */
public class Main {
    static class Late {}

    static class Later {}

    static class Never {}

    static class Solver {
        Later helper(Late late) {
            return null;
        }

        void unused(Never never) {}

        int solve(int n) {
            int sum = 0;
            for (int i = 0; i < n; i++) {
                sum += i * i;
            }
            System.out.println("sum " + sum); // here
            return sum;
        }
    }

    public static void main(String[] args) {
        Solver solver = args.length > 3 ? new Other() : new Solver();
        System.out.println(new Object());
        System.out.println(solver.solve(10));
        System.out.println(new Object());
        System.out.println(new Late().getClass());
        System.out.println(new Object());
        Map<String, Integer> methods = new TreeMap<>(); // loads the others
        for (Method method : Solver.class.getDeclaredMethods()) {
            methods.put(method.getName(), method.getParameterCount());
        }
        System.out.println(methods + " " + Solver.class.getDeclaredConstructors().length);
        System.out.println(new Object());
    }

    static class Other extends Solver {
        @Override
        int solve(int n) {
            return n;
        }
    }
}
