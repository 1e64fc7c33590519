import java.lang.reflect.Proxy;

/** A default method of the chain on a class, a lambda and a proxy: only the class's own call belongs to it. */
public class Main {
    interface Step {
        int one(int value);

        default int twice(int value) {
            return again(value) + 1;
        }

        private int again(int value) {
            return one(value) * 2;
        }
    }

    static class Counting implements Step {
        int calls;

        @Override
        public int one(int value) {
            calls++;
            System.out.println("before " + calls); // here
            return value * 2;
        }
    }

    public static void main(String[] args) {
        Counting counting = new Counting();
        Step proxy = (Step) Proxy.newProxyInstance(
                Main.class.getClassLoader(), new Class<?>[] {Step.class}, (self, method, values) -> {
                    System.out.println("proxy " + method.getName());
                    return method.invoke(counting, values);
                });
        Step lambda = value -> value + 7;
        for (Step step : new Step[] {lambda, counting, proxy}) {
            System.out.println(step.twice(3));
        }
        System.out.println(counting.calls);
    }
}
