package jcp.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.BuildPluginManager;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Component;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * Has Surefire run the test classes that {@link PrepareMojo} took out, each in a JVM of its own that {@code jcp fork} starts, and
 * says of each what it did.
 */
@Mojo(
        name = "test",
        defaultPhase = LifecyclePhase.TEST,
        requiresDependencyResolution = ResolutionScope.TEST,
        threadSafe = true)
public class TestMojo extends JcpMojo {
    /** What runs the tests and is no part of them. */
    private static final String SURROUNDINGS = "org.apache.maven.surefire.,org.jacoco.agent.";

    @Component
    private BuildPluginManager plugins;

    /** More of what runs the tests, by the starts of class names. */
    @Parameter(property = "jcp.surroundings")
    String surroundings;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        Map<String, String> tests = tests();
        String asked = (String) getPluginContext().remove(ASKED);
        if (asked != null) {
            set(PrepareMojo.TEST, asked);
        }
        if (getPluginContext().remove(PrepareMojo.NONE_FITS) != null) {
            session.getUserProperties().remove(PrepareMojo.NONE_FITS);
            session.getSystemProperties().remove(PrepareMojo.NONE_FITS);
        }
        Map<String, String> wanted = new LinkedHashMap<>();
        for (String test : tests.keySet()) {
            String pattern = Selection.of(asked, test);
            if (pattern != null) {
                wanted.put(test, pattern);
            }
        }
        if (wanted.isEmpty()) {
            return;
        }
        Surefire surefire = new Surefire(project, session, plugins);
        try {
            ForkScript script = new ForkScript(jcp, folder, surefire.java(), options(), Settings.of(project, session));
            for (String test : wanted.keySet()) {
                for (Path file : words(test)) {
                    Files.delete(file); // of an earlier run
                }
            }
            surefire.run(String.join(",", wanted.values()), script.write(tests));
        } catch (IOException error) {
            throw new MojoExecutionException("the command for the forked JVMs cannot be written", error);
        } finally {
            wanted.keySet().forEach(this::tell);
        }
    }

    private List<String> options() {
        String all = surroundings == null ? SURROUNDINGS : SURROUNDINGS + "," + surroundings;
        return List.of("-Djcp.surroundings=" + all, "-Djcp.order=any", "-Djcp.refused=run");
    }

    /** Says what the run did that is over. */
    private void tell(String test) {
        try {
            for (Path file : words(test)) {
                getLog().info(test + " " + Files.readString(file).strip());
            }
        } catch (IOException error) {
            getLog().warn(test + ": " + error);
        }
    }

    /** Where {@code jcp fork} says what a run does. */
    private List<Path> words(String test) throws IOException {
        Path files = new File(folder, test).toPath();
        if (!Files.isDirectory(files)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(files)) {
            return all.filter(file -> file.toString().endsWith("-fork.txt")).sorted().toList();
        }
    }

    static boolean areSkipped(MavenSession session, MavenProject project) {
        Xpp3Dom surefire = Surefire.configuration(project);
        boolean inPom = surefire != null
                && Stream.of("skip", "skipTests").map(surefire::getChild).anyMatch(it -> it != null && "true".equals(it.getValue()));
        return inPom || Stream.of("skipTests", "maven.test.skip", "maven.test.skip.exec").anyMatch(name -> {
            String value = session.getUserProperties().getProperty(name, project.getProperties().getProperty(name));
            return value != null && !value.equals("false");
        });
    }
}
