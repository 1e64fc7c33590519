package jcp.maven;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/**
 * Which test classes Surefire would run: by {@code -Dtest}, whose parts are a class, then perhaps {@code #} and methods, or by the POM's
 * includes and excludes, or its own usual ones. Regular expressions of the POM are not followed.
 */
final class Selection {
    private static final List<String> USUAL = List.of("**/Test*.java", "**/*Test.java", "**/*Tests.java", "**/*TestCase.java");

    private Selection() {}

    /** The pattern by which Surefire runs what was asked of the class; null if nothing was. */
    static String of(String asked, String test) {
        String path = test.replace('.', '/');
        if (asked == null || asked.isBlank()) {
            return path;
        }
        List<String> found = new ArrayList<>();
        boolean anyAsked = false;
        boolean isAsked = false;
        for (String part : asked.split(",")) {
            String word = part.strip();
            boolean not = word.startsWith("!");
            int methods = word.indexOf('#');
            String type = word.substring(not ? 1 : 0, methods < 0 ? word.length() : methods);
            anyAsked |= !not;
            if (!type.isEmpty() && !fits(type, path)) {
                continue;
            }
            if (not && methods < 0) {
                return null;
            }
            isAsked |= !not;
            found.add((not ? "!" : "") + path + (methods < 0 ? "" : word.substring(methods)));
        }
        if (!anyAsked) {
            found.add(0, path);
            isAsked = true;
        }
        return isAsked ? String.join(",", found) : null;
    }

    /** Whether a run without a selection has the class. */
    static boolean isUsual(Xpp3Dom configuration, String test) {
        String path = test.replace('.', '/');
        List<String> includes = patterns(configuration, "includes").toList();
        return (includes.isEmpty() ? USUAL : includes).stream().anyMatch(pattern -> fits(pattern, path))
                && patterns(configuration, "excludes").noneMatch(pattern -> fits(pattern, path));
    }

    /** Whether the POM has patterns that are not followed here. */
    static boolean hasOthers(Xpp3Dom configuration) {
        return Stream.of("includes", "excludes")
                .flatMap(name -> patterns(configuration, name))
                .anyMatch(pattern -> pattern.startsWith("%") || pattern.startsWith("!"));
    }

    private static Stream<String> patterns(Xpp3Dom configuration, String name) {
        Xpp3Dom list = configuration.getChild(name);
        Stream<Xpp3Dom> children = list == null ? Stream.of() : Stream.of(list.getChildren());
        return children.map(Xpp3Dom::getValue)
                .filter(text -> text != null)
                .flatMap(text -> Stream.of(text.split(",")))
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    private static boolean fits(String pattern, String path) {
        String type = pattern.replaceAll("\\.(java|class)$", "").replace('.', '/');
        StringBuilder regex = new StringBuilder("(.*/)?");
        for (int at = 0; at < type.length(); at++) {
            if (type.startsWith("**/", at)) {
                regex.append("(.*/)?");
                at += 2;
            } else if (type.startsWith("**", at)) {
                regex.append(".*");
                at++;
            } else {
                char found = type.charAt(at);
                regex.append(found == '*' ? "[^/]*" : found == '?' ? "[^/]" : Pattern.quote(String.valueOf(found)));
            }
        }
        return Pattern.matches(regex.toString(), path);
    }
}
