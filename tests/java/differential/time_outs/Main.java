import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A time-out that is to come: from JDK 25 on a local variable of the JDK's own thread holds it. */
public class Main {
    static void work(CompletableFuture<String> future) {
        System.out.println(future.isDone()); // here
        future.complete("in time");
        System.out.println(future.join());
    }

    public static void main(String[] args) {
        work(new CompletableFuture<String>().completeOnTimeout("too late", 1, TimeUnit.HOURS));
    }
}
