import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** The chain passes through Method.invoke: results, wrapped exceptions, the same call outside the chain, recursion. */
public class Main {
    private int calls;

    public static void main(String[] args) throws Exception {
        Main main = new Main();
        int direct = main.work(3, "direct");
        Object result = run(main, args.length);
        System.out.println(direct + " " + result + " " + main.calls);
        System.out.println(run(main, 7) + " " + main.calls);
    }

    static Object run(Main main, int more) throws Exception {
        Method method = Main.class.getDeclaredMethod("work", int.class, String.class);
        Object[] arguments = {more + 40, "reflected"};
        long before = 5_000_000_000L + more;
        String under = "under";
        try {
            return under.concat(before + ":" + method.invoke(main, arguments));
        } catch (InvocationTargetException e) {
            System.out.println("caught " + e.getCause().getMessage() + " " + before);
            return arguments[0] + e.getCause().getStackTrace()[0].getMethodName();
        } finally {
            System.out.println("finally " + under);
        }
    }

    int work(int n, String how) {
        calls++;
        if (calls == 1) {
            return n;
        }
        return inner(n, how);
    }

    int inner(int n, String how) {
        System.out.println(how + " " + n + " " + calls); // here
        if (calls > 2) {
            throw new IllegalStateException(how + calls);
        }
        return n * 2;
    }
}
