package jcp.gradle;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gradle.api.GradleException;
import org.gradle.api.tasks.testing.Test;

/** The test classes of a task that have a marked fixture. */
record Fixtures(JcpExtension settings, Test test) {
    /** With the region of each; says which run in full though they are marked, and why. */
    Map<String, String> found() {
        Map<String, String> found = new LinkedHashMap<>();
        for (File folder : test.getTestClassesDirs().getFiles()) {
            if (!folder.isDirectory()) {
                continue;
            }
            for (String line : lines(folder)) {
                String[] parts = line.split("\t", -1);
                if (parts.length == 2) {
                    found.put(parts[0], parts[1]);
                } else {
                    test.getLogger().lifecycle(parts[0] + " runs in full: " + parts[parts.length - 1]);
                }
            }
        }
        if (!found.isEmpty() && !test.getFilter().getIncludePatterns().isEmpty()) {
            found.keySet().forEach(each -> test.getLogger().lifecycle(each + " runs in full: tests are filtered"));
            found.clear();
        }
        return found;
    }

    private List<String> lines(File folder) {
        List<String> words = new ArrayList<>(List.of(settings.getCommand(), "fixtures", folder.getPath()));
        words.add("--classpath=" + test.getClasspath().getAsPath());
        settings.getFixtures().forEach(fixture -> words.add("--fixture=" + fixture));
        try {
            Process process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            process.getOutputStream().close();
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            process.getInputStream().transferTo(answer);
            if (process.waitFor() == 0) {
                return answer.toString().lines().toList();
            }
            test.getLogger().warn("all tests run in full: " + settings.getCommand() + " fixtures failed");
        } catch (IOException error) {
            test.getLogger().warn("all tests run in full: " + error.getMessage() + "; name jcp by jcp { command = '/path/to/jcp' }");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new GradleException("interrupted", stopped);
        }
        return List.of();
    }
}
