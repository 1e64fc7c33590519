import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.AccessController;
import java.security.PrivilegedExceptionAction;
import java.util.concurrent.FutureTask;

/** Chains to ends of regions pass through frames of the JDK, which call on in every round. */
@SuppressWarnings("removal")
public class Main {
    static int count;

    public static void main(String[] args) throws Exception {
        Method method = Main.class.getDeclaredMethod("invoked", int.class, long.class);
        for (int i = 0; i < 3; i++) {
            int number = i;
            System.out.println("round " + i); // round
            long kept = i * 10L + AccessController.doPrivileged((PrivilegedExceptionAction<Integer>) () -> lambda(number)); // make
            try {
                System.out.println(method.invoke(null, i, kept)); // reflect
            } catch (InvocationTargetException e) {
                System.out.println("caught " + e.getCause().getMessage()); // caught
            }
            each(new Task(i));
            System.out.println("kept " + kept + " " + count);
        }
    }

    static int lambda(int number) {
        int result = act(number);
        System.out.println("acted " + result); // acted
        return result + number;
    }

    static int act(int number) {
        count += number;
        System.out.println("act " + number + " " + count); // start
        count++;
        System.out.println("third " + count); // third
        return count;
    }

    static String invoked(int number, long kept) {
        long twice = kept * 2;
        System.out.println("invoked " + number); // invoked
        if (number == 1) {
            throw new IllegalStateException("one " + twice);
        }
        note("invoked " + twice); // note
        return "result " + twice;
    }

    static void note(String text) {
        System.out.println("note " + text); // noted
    }

    static void each(Runnable task) {
        FutureTask<Integer> future = new FutureTask<>(task, 7);
        future.run(); // step
        System.out.println("each " + future.isDone());
    }

    static class Task implements Runnable {
        private final int number;

        Task(int number) {
            this.number = number;
        }

        @Override
        public void run() {
            count += number * 100;
            System.out.println("ran " + number); // ran
            count++;
        }
    }
}
