package jcp.maven;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command jcp. */
record Command(String jcp) {
    /** Runs it; the lines of its answer. */
    List<String> lines(List<String> words) throws IOException {
        List<String> all = new ArrayList<>(List.of(jcp));
        all.addAll(words);
        Path problems = Files.createTempFile("jcp", ".txt");
        try {
            Process process;
            try {
                process = new ProcessBuilder(all).redirectError(problems.toFile()).start();
            } catch (IOException error) {
                String how = "put jcp on the PATH, or name it with -Djcp=" + File.separator + "path" + File.separator + "jcp";
                throw new IOException("the command " + jcp + " cannot be started; " + how, error);
            }
            process.getOutputStream().close();
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(Files.readString(problems).strip());
            }
            return answer.lines().toList();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        } finally {
            Files.deleteIfExists(problems);
        }
    }
}
