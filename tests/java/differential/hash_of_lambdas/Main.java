/** Objects hashed between the linking of lambdas, before and after the checkpoint: linking takes hashes too. */
public class Main {
    interface F {
        int f(int x);
    }

    public static void main(String[] args) {
        System.out.println(new Object());
        System.out.println("c" + args.length);
        System.out.println(new Object());
        Runnable r = () -> System.out.println("r");
        r.run();
        System.out.println(new Object());
        Runnable r2 = () -> System.out.println("r2");
        r2.run();
        System.out.println(new Object());
        int k = args.length;
        F f = x -> x + k;
        System.out.println(f.f(3));
        System.out.println(new Object());
        java.util.function.Function<String, Integer> g = Integer::parseInt;
        System.out.println(g.apply("3"));
        System.out.println(new Object());
        System.out.println(new Main());
        work(r);
        System.out.println(new Object());
    }

    static void work(Runnable r) {
        System.out.println("work"); // here
        java.util.function.Supplier<String> s = () -> "s";
        System.out.println(s.get());
        System.out.println(new Object());
        r.run();
        java.util.function.LongSupplier t = () -> 7L;
        System.out.println(t.getAsLong());
        System.out.println(new Object());
    }
}
