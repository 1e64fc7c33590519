package jcp.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/**
 * The command that Surefire starts in the place of {@code java}: for a fast-forwarded test class {@code jcp fork} with its region, for all
 * else {@code java} itself. Which class a JVM is forked for is in one of the files that Surefire gives it.
 */
record ForkScript(String jcp, File folder, File java, List<String> options, List<String> settings) {
    /** Writes it into a folder that looks like a JDK's, as Surefire wants. */
    File write(Map<String, String> tests) throws IOException {
        StringBuilder text = new StringBuilder("#!/bin/sh\n# written by jcp-maven-plugin\ntest= folder=.\n");
        text.append("for file in \"$@\"; do\n    for at in \"$folder/$file\" \"$file\"; do\n        [ -f \"$at\" ] || continue\n");
        text.append("        found=$(sed -n 's/^forkTestSet=\\(.*|\\)\\{0,1\\}\\([^|]*\\)$/\\2/p' \"$at\")\n");
        text.append("        test=${found:-$test}\n    done\n    [ ! -d \"$file\" ] || folder=$file\ndone\ncase $test in\n");
        tests.forEach((test, region) -> {
            text.append(quoted(test)).append(") exec ").append(quoted(jcp)).append(" --quiet fork --editable");
            text.append(" --region ").append(quoted(region));
            text.append(" --output ").append(quoted(new File(folder, test).getPath()));
            settings.forEach(setting -> text.append(" --setting ").append(quoted(setting)));
            options.forEach(option -> text.append(" --jvm-arg ").append(quoted(option)));
            text.append(" -- ").append(quoted(java.getPath())).append(" \"$@\" ;;\n");
        });
        text.append("esac\nexec ").append(quoted(java.getPath())).append(" \"$@\"\n");
        Path home = new File(folder, "jdk").toPath();
        Path script = home.resolve("bin/java");
        Files.createDirectories(script.getParent());
        Files.writeString(script, text);
        if (!script.toFile().setExecutable(true)) {
            throw new IOException(script + " cannot be made executable");
        }
        Path release = java.toPath().toRealPath().getParent().resolveSibling("release");
        if (Files.exists(release)) {
            Files.copy(release, home.resolve("release"), StandardCopyOption.REPLACE_EXISTING);
        }
        return script.toFile();
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
