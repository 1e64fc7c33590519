import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Time-outs and delayed stages that are to come: from JDK 25 on a local variable of the JDK's own thread holds them. */
public class Main {
    static final StringBuilder LATE = new StringBuilder();

    static String outcome(CompletableFuture<String> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            return e.getCause().toString();
        }
    }

    static void work(List<CompletableFuture<String>> futures, CompletableFuture<String> cancelled) {
        System.out.println("here " + cancelled.isDone());
        futures.get(0).complete("in time");
        for (CompletableFuture<String> each : futures) {
            System.out.println(outcome(each));
        }
        System.out.println(LATE + ", " + outcome(new CompletableFuture<String>().completeOnTimeout("new one", 1, TimeUnit.MILLISECONDS)));
    }

    public static void main(String[] args) {
        CompletableFuture<String> cancelled = new CompletableFuture<String>().orTimeout(1, TimeUnit.HOURS);
        CompletableFuture<String> waited = new CompletableFuture<>();
        Executor soon = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);
        Executor later = CompletableFuture.delayedExecutor(1200, TimeUnit.MILLISECONDS);
        later.execute(() -> waited.complete(LATE.append("known to nobody else").toString())); // nothing else knows this task
        List<CompletableFuture<String>> futures = List.of(new CompletableFuture<String>().completeOnTimeout("too late", 1, TimeUnit.HOURS),
            new CompletableFuture<String>().completeOnTimeout("too late by a second", 1, TimeUnit.SECONDS), new CompletableFuture<String>().orTimeout(1100, TimeUnit.MILLISECONDS),
            CompletableFuture.supplyAsync(() -> "delayed", soon), waited);
        cancelled.cancel(true);
        work(futures, cancelled);
    }
}
