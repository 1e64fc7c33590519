/** Handlers of uncaught exceptions that were set before the checkpoint. */
public class Main {
    static class Counting implements Thread.UncaughtExceptionHandler {
        private final String name;
        private int calls;

        Counting(String name) {
            this.name = name;
        }

        @Override
        public void uncaughtException(Thread thread, Throwable thrown) {
            System.out.println(name + " " + ++calls + " " + thread.getName() + " " + thrown.getMessage());
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counting all = new Counting("all");
        Counting mine = new Counting("mine");
        Thread.setDefaultUncaughtExceptionHandler(all);
        Thread.currentThread().setUncaughtExceptionHandler(mine);
        fail(all, "first");
        System.out.println("after " + all.calls);
        fail(all, "second"); // here
        System.out.println((Thread.getDefaultUncaughtExceptionHandler() == all) + " " + (Thread.currentThread().getUncaughtExceptionHandler() == mine));
        throw new IllegalStateException("at the end");
    }

    private static void fail(Counting all, String message) throws InterruptedException {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException(message);
        }, "failing");
        thread.start();
        thread.join();
        System.out.println(all.calls);
    }
}
