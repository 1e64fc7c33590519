package jcp.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * Finds the test classes with a marked fixture and takes them out of what Surefire runs by itself; {@link TestMojo} runs them. What
 * cannot be taken out runs as ever.
 */
@Mojo(
        name = "prepare",
        defaultPhase = LifecyclePhase.PROCESS_TEST_CLASSES,
        requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public class PrepareMojo extends JcpMojo {
    /** Properties by which Surefire is told. */
    private static final String EXCLUDES = "surefire.excludesFile";
    static final String TEST = "test";
    static final String NONE_FITS = "surefire.failIfNoSpecifiedTests";

    @Override
    public void execute() {
        getPluginContext().remove(TESTS);
        File classes = new File(project.getBuild().getTestOutputDirectory());
        if (skip || TestMojo.areSkipped(session, project) || !classes.isDirectory()) {
            return;
        }
        try {
            Map<String, String> found = found(classes);
            Xpp3Dom surefire = Surefire.configuration(project);
            if (surefire != null && session.getUserProperties().getProperty(TEST) == null) {
                found.keySet().removeIf(test -> !Selection.isUsual(surefire, test));
            }
            String why = found.isEmpty() ? null : whyNot(classes);
            if (why != null) {
                found.keySet().forEach(test -> getLog().info(test + " runs in full: " + why));
            } else if (!found.isEmpty()) {
                exclude(found);
                getPluginContext().put(TESTS, found);
            }
        } catch (IOException error) {
            getLog().warn("all tests run in full: " + error.getMessage());
        }
    }

    /** The test classes with their regions; says which have none, and why. */
    private Map<String, String> found(File classes) throws IOException {
        List<String> words = new ArrayList<>(List.of("fixtures", classes.getPath()));
        words.add("--classpath=" + String.join(File.pathSeparator, classPath()));
        for (String fixture : fixtures == null ? List.<String>of() : fixtures) {
            words.add("--fixture=" + fixture.strip());
        }
        Map<String, String> found = new LinkedHashMap<>();
        for (String line : new Command(jcp).lines(words)) {
            String[] parts = line.split("\t", -1);
            if (parts.length == 2) {
                found.put(parts[0], parts[1]);
            } else {
                getLog().info(parts[0] + " runs in full: " + parts[parts.length - 1]);
            }
        }
        return found;
    }

    /** Why no test of the project can be run apart; null if they can. */
    private String whyNot(File classes) {
        Xpp3Dom configuration = Surefire.configuration(project);
        if (configuration == null) {
            return "the project has no Surefire plug-in";
        }
        if (new File(project.getBuild().getOutputDirectory(), "module-info.class").exists()
                || new File(classes, "module-info.class").exists()) {
            return "its project is a module, and jcp's jars go on a class path";
        }
        for (String name : List.of("excludesFile", "test", "suiteXmlFiles", "includesFile")) {
            if (configuration.getChild(name) != null) {
                return "the POM sets <" + name + "> of Surefire, so that jcp cannot tell it to leave a test out";
            }
        }
        return Selection.hasOthers(configuration)
                ? "the POM selects tests for Surefire by patterns that jcp's plug-in does not follow"
                : null;
    }

    private void exclude(Map<String, String> found) throws IOException {
        List<String> lines = new ArrayList<>();
        found.keySet().forEach(test -> lines.add(test.replace('.', '/') + ".java"));
        // what Surefire leaves out if nothing is said
        if (Surefire.configuration(project).getChild("excludes") == null) {
            lines.add("**/*$*");
        }
        File file = new File(folder, "excludes.txt");
        Files.createDirectories(folder.toPath());
        Files.write(file.toPath(), lines);
        project.getProperties().setProperty(EXCLUDES, file.getPath());
        String asked = session.getUserProperties().getProperty(TEST);
        if (asked != null) {
            getPluginContext().put(ASKED, asked);
            StringBuilder others = new StringBuilder(asked);
            found.keySet().forEach(test -> others.append(",!").append(test.replace('.', '/')));
            set(TEST, others.toString());
            if (session.getUserProperties().getProperty(NONE_FITS) == null) {
                set(NONE_FITS, "false");
                getPluginContext().put(NONE_FITS, "set");
            }
        }
    }
}
