import java.util.function.IntSupplier;

/** Stack traces from recursive clones, default methods and nested classes, with causes, as they are printed and walked. */
public class Main {
    interface Walker {
        int depth();

        default int walk(int n) {
            return n == 0 ? new Inner().run(depth()) : 1 + walk(n - 1); // walk
        }
    }

    static class Inner {
        synchronized int run(int n) {
            System.out.println("before");
            int result = n * 2; // here
            try {
                deeper(() -> { throw new IllegalStateException("thrown"); });
            } catch (RuntimeException e) {
                e.printStackTrace(System.out);
            }
            StackWalker.getInstance().forEach(frame ->
                System.out.println(frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber()));
            for (StackTraceElement element : Thread.currentThread().getStackTrace()) {
                System.out.println(element);
            }
            new Exception("last").printStackTrace(System.out);
            return result;
        }

        private static void deeper(IntSupplier supplier) {
            try {
                supplier.getAsInt();
            } catch (IllegalStateException e) {
                throw new RuntimeException("cause", e);
            }
        }
    }

    record Depth(int depth) implements Walker {}

    public static void main(String[] args) {
        Walker walker = new Depth(5);
        System.out.println(walker.walk(2 + args.length)); // start
        throw new UnsupportedOperationException("end");
    }
}
