/** Has state that it never prints. */
public class Silent {
    static int unseen = 1;

    public static void main(String[] args) {
        unseen = 4;
        after(args.length == 0 ? "" : args[0]);
        System.out.println("end");
    }

    static void after(String way) {
        System.out.println("after"); // here
        unseen++;
        System.out.println(way);
        end(way);
    }

    static void end(String way) {
        if (unseen < 0) {
            System.out.println("never");
        }
        if (way.equals("exit")) {
            System.exit(3);
        }
        if (way.equals("halt")) {
            Runtime.getRuntime().halt(4);
        }
        if (way.equals("clock")) {
            System.out.println(Clock.STARTED != 0);
        }
        if (way.equals("throw")) {
            throw new IllegalStateException("thrown");
        }
    }

    /** Notes a time, which no two runs share. */
    static class Clock {
        static final long STARTED = System.nanoTime();
    }
}
