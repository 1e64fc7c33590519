import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** The chain passes through a task that runs on the main thread; its result is set after the checkpoint. */
public class Main implements Callable<String> {
    private final String text;

    Main(String text) {
        this.text = text;
    }

    public static void main(String[] args) throws Exception {
        FutureTask<String> task = new FutureTask<>(new Main("done"));
        Runnable runnable = task;
        System.out.println(task.isDone());
        runnable.run();
        System.out.println(task.isDone() + " " + task.get());
        FutureTask<String> second = new FutureTask<>(new Main("second"));
        second.run();
        System.out.println(second.get());
    }

    @Override
    public String call() {
        System.out.println("in " + text); // here
        return text.toUpperCase();
    }
}
