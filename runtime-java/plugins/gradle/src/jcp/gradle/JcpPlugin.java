package jcp.gradle;

import java.util.LinkedHashMap;
import java.util.Map;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.artifacts.Configuration;
import org.gradle.api.tasks.testing.Test;

/**
 * The plug-in {@code jcp}: the task {@code test} leaves out the test classes with a marked fixture, and afterwards runs each in a JVM of
 * its own that {@code jcp fork} starts.
 */
public class JcpPlugin implements Plugin<Project> {
    /** Dependencies that start the tests. */
    private static final String LAUNCHER = "jcpLauncher";
    private static final String USUAL_LAUNCHER = "org.junit.platform:junit-platform-console-standalone:1.13.4";

    @Override
    public void apply(Project project) {
        JcpExtension settings = project.getExtensions().create("jcp", JcpExtension.class);
        Configuration launcher = project.getConfigurations().create(LAUNCHER);
        launcher.defaultDependencies(
                dependencies -> dependencies.add(project.getDependencies().create(USUAL_LAUNCHER)));
        project.getPluginManager().withPlugin("java", java -> {
            Test test = (Test) project.getTasks().getByName("test");
            Map<String, String> found = new LinkedHashMap<>();
            test.doFirst(task -> {
                found.clear();
                found.putAll(new Fixtures(settings, test).found());
                found.keySet().forEach(each -> {
                    String path = each.replace('.', '/');
                    test.exclude(path + ".class", path + "$*.class");
                });
            });
            test.doLast(task -> new Runs(settings, test, launcher.getFiles()).run(found));
        });
    }
}
