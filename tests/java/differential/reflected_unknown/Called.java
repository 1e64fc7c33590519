import java.lang.reflect.Method;

/** The methods of an interface of the JDK are called one by one. */
public class Called {
    static int level = 1;
    static int other = 1;

    static class Banner {
        static {
            System.out.println("banner at " + level);
        }

        static void show() {}
    }

    static class Job implements Runnable {
        @Override
        public void run() {
            Banner.show();
        }
    }

    public static void main(String[] args) throws Exception {
        level = 99;
        other = 77;
        Runnable lambda = () -> System.out.println("lambda at " + other);
        System.out.println("checkpoint"); // called
        for (Method method : Runnable.class.getMethods()) {
            method.invoke(new Job());
            method.invoke(lambda);
        }
    }
}
