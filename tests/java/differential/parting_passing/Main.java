import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Calls through frames of the JDK reach several methods, and chains part at them. */
public class Main {
    static int count;

    public static void main(String[] args) throws Exception {
        for (String name : List.of("first", "second", "third")) {
            Method method = Main.class.getDeclaredMethod(name, int.class);
            System.out.println("calls " + name);
            Object result = method.invoke(null, count); // invoke
            System.out.println(name + " gave " + result);
        }
        System.out.println(Main.class.getDeclaredMethod("third", int.class).invoke(null, count)); // again
        List<Runnable> tasks = List.of(new Quiet(), new FutureTask<>(new Loud()), new Quiet(), new FutureTask<>(new Loud()));
        for (Runnable task : tasks) {
            task.run(); // run
            System.out.println("ran " + count);
        }
        System.out.println("end " + count);
    }

    static String first(int n) {
        System.out.println("first " + n); // first
        count++;
        return "one";
    }

    static String second(int n) {
        int twice = 2 * n;
        System.out.println("second " + n); // second
        count += twice;
        System.out.println("second adds " + twice); // adds
        return "two";
    }

    static String third(int n) {
        count *= 5;
        System.out.println("third " + n); // third
        return "three";
    }

    static class Quiet implements Runnable {
        @Override
        public void run() {
            count += 100;
            System.out.println("quiet " + count); // quiet
        }
    }

    static class Loud implements Callable<String> {
        @Override
        public String call() {
            count += 1000;
            System.out.println("LOUD " + count); // loud
            count++;
            return "loud";
        }
    }
}
