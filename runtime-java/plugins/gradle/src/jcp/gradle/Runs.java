package jcp.gradle;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.gradle.api.GradleException;
import org.gradle.api.tasks.testing.Test;

/** Runs of test classes by JUnit's console launcher, with the options of the task. */
record Runs(JcpExtension settings, Test test, Set<File> launcher) {
    private static final String MAIN = "org.junit.platform.console.ConsoleLauncher";

    /** Runs each class; fails at the end if one has failed. */
    void run(Map<String, String> tests) {
        List<String> failed = new ArrayList<>();
        tests.forEach((each, region) -> {
            File folder = new File(test.getProject().getBuildDir(), "jcp/" + each);
            int status = start(each, region, folder);
            try {
                Path said = folder.toPath().resolve("ConsoleLauncher-fork.txt");
                test.getLogger().lifecycle(each + " " + Files.readString(said).strip());
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
            if (status != 0) {
                failed.add(each);
            }
        });
        if (!failed.isEmpty()) {
            String message = "there were failing tests in " + String.join(", ", failed);
            if (!test.getIgnoreFailures()) {
                throw new GradleException(message);
            }
            test.getLogger().error(message);
        }
    }

    private int start(String each, String region, File folder) {
        List<String> words = new ArrayList<>(List.of(settings.getCommand(), "--quiet", "fork", "--editable"));
        words.addAll(List.of("--region", region, "--output", folder.getPath()));
        words.addAll(List.of("--jvm-arg", "-Djcp.surroundings=" + settings.getSurroundings()));
        words.addAll(List.of("--jvm-arg", "-Djcp.order=any", "--jvm-arg", "-Djcp.refused=run", "--", java()));
        words.addAll(test.getAllJvmArgs());
        words.addAll(List.of("-cp", classPath(), MAIN));
        if (!settings.getLauncherCommand().isEmpty()) {
            words.add(settings.getLauncherCommand());
        }
        words.addAll(List.of("--select-class", each));
        words.addAll(List.of("--disable-banner", "--disable-ansi-colors", "--details=summary"));
        words.add("--reports-dir=" + new File(test.getProject().getBuildDir(), "test-results/test/" + each));
        ProcessBuilder builder = new ProcessBuilder(words).directory(test.getWorkingDir()).redirectErrorStream(true);
        builder.environment().clear();
        test.getEnvironment().forEach((name, value) -> builder.environment().put(name, String.valueOf(value)));
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
                lines.lines().forEach(System.out::println);
            }
            return process.waitFor();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new GradleException("interrupted", stopped);
        }
    }

    private String java() {
        String named = test.getExecutable();
        return named == null ? System.getProperty("java.home") + "/bin/java" : named;
    }

    private String classPath() {
        List<String> entries = new ArrayList<>(List.of(test.getClasspath().getAsPath()));
        launcher.forEach(file -> entries.add(file.getPath()));
        return String.join(File.pathSeparator, entries);
    }
}
