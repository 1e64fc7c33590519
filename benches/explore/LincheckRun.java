import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import org.jetbrains.lincheck.Lincheck;

/**
 * Runs a program's main method under schedules of Lincheck, and prints how many executions there were: {@code LincheckRun MOST MAIN ARGS…}.
 *
 * <p>The number stands outside the heap, which Lincheck sets back before each execution.
 */
public class LincheckRun {
    private static final ByteBuffer RUNS = ByteBuffer.allocateDirect(8);

    public static void main(String[] args) throws Exception {
        String program = args[1];
        String[] own = java.util.Arrays.copyOfRange(args, 2, args.length);
        // a class of the JDK's that Lincheck's agent cannot be the first to load
        MethodHandles.lookup().findStatic(java.util.List.class, "of", MethodType.methodType(java.util.List.class, Object[].class));
        Thread watch = new Thread(() -> {
            try {
                while (true) {
                    Thread.sleep(1000);
                    System.out.println("executions " + RUNS.getLong(0));
                }
            } catch (InterruptedException end) {
                // the end
            }
        });
        watch.setDaemon(true);
        watch.start();
        long start = System.nanoTime();
        String result = "no failure";
        try {
            Lincheck.runConcurrentTest(Integer.parseInt(args[0]), () -> {
                RUNS.putLong(0, RUNS.getLong(0) + 1);
                try {
                    run(program, own);
                } catch (Exception error) {
                    throw new IllegalStateException(error);
                }
            });
        } catch (Throwable failure) {
            result = "failure " + failure.toString().lines().findFirst().orElse("");
        }
        System.out.println("executions " + RUNS.getLong(0));
        System.out.println("seconds " + (System.nanoTime() - start) / 1e9);
        System.out.println("result " + result);
    }

    /** By a call that Lincheck follows, which it does not through reflection. */
    private static void run(String program, String[] args) throws Exception {
        switch (program) {
            case "Counts" -> Counts.main(args);
            case "Actors" -> Actors.main(args);
            default -> throw new IllegalArgumentException(program);
        }
    }
}
