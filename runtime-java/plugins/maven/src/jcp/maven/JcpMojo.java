package jcp.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;

/** What both goals are told, and what the first leaves for the second. */
abstract class JcpMojo extends AbstractMojo {
    /** Keys of what is left, in the plug-in's context of this project. */
    static final String TESTS = "tests";
    static final String ASKED = "asked";

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    MavenProject project;

    @Parameter(defaultValue = "${session}", readonly = true, required = true)
    MavenSession session;

    /** The command {@code jcp}: a path, or a name that is looked up like any command. */
    @Parameter(property = "jcp", defaultValue = "jcp")
    String jcp;

    /** Where jars and checkpoints are, one folder for each test class. */
    @Parameter(property = "jcp.folder", defaultValue = "${project.build.directory}/jcp")
    File folder;

    /** Whether all tests run as without this plug-in. */
    @Parameter(property = "jcp.skip", defaultValue = "false")
    boolean skip;

    /** Methods that count as marked without the annotation: {@code package.Class.method}. */
    @Parameter(property = "jcp.fixtures")
    List<String> fixtures;

    /** Test classes with the regions of their checkpoints, as the first goal has found them. */
    @SuppressWarnings("unchecked")
    Map<String, String> tests() {
        Object found = getPluginContext().get(TESTS);
        return found == null ? new LinkedHashMap<>() : (Map<String, String>) found;
    }

    /** Sets an option of the command line, which Maven keeps twice. */
    void set(String name, String value) {
        session.getUserProperties().setProperty(name, value);
        session.getSystemProperties().setProperty(name, value);
    }

    /** Entries of the tests' class path, the folder of test classes first. */
    List<String> classPath() {
        List<String> entries = new ArrayList<>();
        entries.add(project.getBuild().getTestOutputDirectory());
        entries.add(project.getBuild().getOutputDirectory());
        project.getArtifacts().forEach(artifact -> {
            if (artifact.getFile() != null) {
                entries.add(artifact.getFile().getPath());
            }
        });
        return entries;
    }
}
