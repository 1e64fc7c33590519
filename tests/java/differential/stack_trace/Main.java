/** Traces printed after the checkpoint, through the frames of the chain, read as those of the original. */
public class Main {
    public static void main(String[] args) {
        new Main().first(1);
        throw new IllegalStateException("at the end");
    }

    void first(int depth) {
        try {
            second(depth, "x");
        } catch (RuntimeException e) {
            e.printStackTrace();
        }
    }

    private void second(int depth, String text) {
        System.out.println("before");
        new Throwable("here").printStackTrace(); // here
        StackWalker.getInstance().forEach(frame -> System.out.println(frame.getMethodName() + ":" + frame.getLineNumber()));
        throw new UnsupportedOperationException(text + depth);
    }
}
