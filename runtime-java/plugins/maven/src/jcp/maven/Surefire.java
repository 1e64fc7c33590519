package jcp.maven;

import java.io.File;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.plugin.BuildPluginManager;
import org.apache.maven.plugin.MojoExecution;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugin.descriptor.MojoDescriptor;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.configuration.PlexusConfiguration;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** The project's Surefire, run once more with its own settings but for what a checkpoint asks for. */
record Surefire(MavenProject project, MavenSession session, BuildPluginManager plugins) {
    private static final String KEY = "org.apache.maven.plugins:maven-surefire-plugin";

    /** What the POM says for the run that the life cycle has; null without the plug-in. */
    static Xpp3Dom configuration(MavenProject project) {
        Plugin plugin = project.getPlugin(KEY);
        if (plugin == null) {
            return null;
        }
        PluginExecution usual = plugin.getExecutionsAsMap().get("default-test");
        Object found = usual != null && usual.getConfiguration() != null ? usual.getConfiguration() : plugin.getConfiguration();
        return found == null ? new Xpp3Dom("configuration") : new Xpp3Dom((Xpp3Dom) found);
    }

    /** The command of the JVM that tests run on: what the POM says, else Maven's own. */
    File java() {
        Xpp3Dom named = configuration(project).getChild("jvm");
        String command = named == null ? project.getProperties().getProperty("jvm") : named.getValue();
        return new File(command == null ? System.getProperty("java.home") + "/bin/java" : command);
    }

    /** Runs the tests of the pattern, each class in a JVM that this command starts. */
    void run(String tests, File command) throws MojoExecutionException, MojoFailureException {
        Xpp3Dom wanted = configuration(project);
        set(wanted, "test", tests);
        set(wanted, "jvm", command.getPath());
        set(wanted, "reuseForks", "false");
        set(wanted, "useSystemClassLoader", "true");
        set(wanted, "useManifestOnlyJar", "false");
        set(wanted, "useModulePath", "false");
        set(wanted, "failIfNoSpecifiedTests", "false");
        Xpp3Dom forks = wanted.getChild("forkCount");
        if (forks != null && "0".equals(forks.getValue())) {
            set(wanted, "forkCount", "1");
        }
        try {
            MojoDescriptor goal = plugins.loadPlugin(
                            project.getPlugin(KEY), project.getRemotePluginRepositories(), session.getRepositorySession())
                    .getMojo("test");
            MojoExecution execution = new MojoExecution(goal, "jcp", MojoExecution.Source.LIFECYCLE);
            execution.setConfiguration(Xpp3Dom.mergeXpp3Dom(wanted, converted(goal.getMojoConfiguration())));
            plugins.executeMojo(session, execution);
        } catch (MojoExecutionException | MojoFailureException failed) {
            throw failed;
        } catch (Exception error) {
            throw new MojoExecutionException("Surefire cannot be run", error);
        }
    }

    private static void set(Xpp3Dom configuration, String name, String value) {
        for (int at = configuration.getChildCount() - 1; at >= 0; at--) {
            if (configuration.getChild(at).getName().equals(name)) {
                configuration.removeChild(at);
            }
        }
        Xpp3Dom child = new Xpp3Dom(name);
        child.setValue(value);
        configuration.addChild(child);
    }

    private static Xpp3Dom converted(PlexusConfiguration from) {
        Xpp3Dom to = new Xpp3Dom(from.getName());
        to.setValue(from.getValue(null));
        for (String name : from.getAttributeNames()) {
            to.setAttribute(name, from.getAttribute(name, null));
        }
        for (PlexusConfiguration child : from.getChildren()) {
            to.addChild(converted(child));
        }
        return to;
    }
}
