package jcp.annotations;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A call of {@code jcp explore} for one test method.
 *
 * <p>{@code unknown}: why it is not known whether a schedule fails; null: none does.
 */
record Exploration(String unknown) {
    private static final int FAILURE = 1;
    private static final int BOUNDED = 6;

    /** Explores; throws an {@link AssertionError} if a schedule fails, or if the method cannot be explored. */
    static Exploration of(Class<?> type, String method, String[] options) {
        String jcp = System.getProperty("jcp.command", System.getProperty("jcp", "jcp"));
        List<String> words = new ArrayList<>(List.of(jcp, "explore", "--test", type.getName() + "." + method));
        words.addAll(List.of("--classpath", System.getProperty("java.class.path"), "--jdk", System.getProperty("java.home")));
        words.addAll(List.of(options));
        try {
            Path problems = Files.createTempFile("jcp", ".txt");
            try {
                return run(words, problems);
            } finally {
                Files.deleteIfExists(problems);
            }
        } catch (IOException error) {
            return new Exploration("the command " + jcp + " cannot be run (" + error.getMessage() + "); put jcp on the PATH, or name it with -Djcp.command=PATH");
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            return new Exploration("interrupted");
        }
    }

    private static Exploration run(List<String> words, Path problems) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectError(problems.toFile()).start();
        try {
            process.getOutputStream().close();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int status = process.waitFor();
            return switch (status) {
                case 0 -> new Exploration(null);
                case BOUNDED -> new Exploration(answer);
                case FAILURE -> throw new AssertionError("a schedule fails\n" + answer);
                default -> throw new AssertionError("jcp cannot explore this test (exit status " + status + ")\n" + Files.readString(problems).strip());
            };
        } finally {
            process.destroy();
        }
    }
}
