package jcp.maven;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * What tests depend on besides their code, by the POM and Maven's command line: system properties, the environment, assertions. Of each its
 * name and a digest of its value, which may be a secret; the folder of the project counts as the same wherever it is.
 *
 * <p>Left out: the environment of Maven itself, values that are known only while Maven runs, and options by which Maven and its plug-ins are told
 * what to do.
 */
final class Settings {
    /** What Surefire's configuration has of it: lists of names with values, and single values. */
    private static final List<String> OF_SUREFIRE =
            List.of("systemPropertyVariables", "systemProperties", "environmentVariables", "excludedEnvironmentVariables", "enableAssertions");
    /** Options of the command line that are for Maven, jcp and Surefire: starts of their names, and names. */
    private static final List<String> OF_MAVEN = List.of("jcp.", "maven.", "surefire.", "style.");
    private static final Set<String> NAMES_OF_MAVEN = Set.of("jcp", "test", "skip", "skipTests", "failIfNoTests", "failIfNoSpecifiedTests", "argLine",
            "forkCount", "reuseForks", "groups", "excludedGroups", "parallel", "threadCount", "trimStackTrace", "printSummary", "useFile");

    private Settings() { }

    static List<String> of(MavenProject project, MavenSession session) {
        TreeMap<String, String> found = new TreeMap<>();
        Xpp3Dom surefire = Surefire.configuration(project);
        for (String name : OF_SUREFIRE) {
            Xpp3Dom part = surefire == null ? null : surefire.getChild(name);
            if (part != null && part.getChildCount() == 0) {
                found.put(name, String.valueOf(part.getValue()));
            } else if (part != null) {
                Stream.of(part.getChildren()).forEach(child -> add(found, child));
            }
        }
        Properties given = session.getUserProperties();
        for (String name : given.stringPropertyNames()) {
            if (!NAMES_OF_MAVEN.contains(name) && OF_MAVEN.stream().noneMatch(name::startsWith)) {
                found.put("-D" + name, given.getProperty(name));
            }
        }
        List<String> settings = new ArrayList<>();
        String folder = project.getBasedir().getPath();
        found.forEach((name, value) -> settings.add(name + "=" + digest(value.replace(folder, "."))));
        return settings;
    }

    /** An element whose name is the property's, or one with the elements {@code name} and {@code value}. Elements of a list have one name. */
    private static void add(TreeMap<String, String> found, Xpp3Dom child) {
        Xpp3Dom name = child.getChild("name");
        Xpp3Dom value = child.getChild("value");
        boolean isPair = name != null && name.getValue() != null;
        String text = String.valueOf(isPair && value != null ? value.getValue() : child.getValue());
        found.merge(isPair ? name.getValue() : child.getName(), text, (one, other) -> one + '\n' + other);
    }

    private static String digest(String value) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
            return new BigInteger(1, digest).toString(16);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
