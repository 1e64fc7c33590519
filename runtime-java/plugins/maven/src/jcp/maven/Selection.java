package jcp.maven;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What {@code -Dtest} means for one test class: a part with a class, then perhaps {@code #} and methods, is one of a list. */
final class Selection {
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
            if (!fits(type, test)) {
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

    private static boolean fits(String pattern, String test) {
        String type = pattern.replaceAll("\\.(java|class)$", "").replace('.', '/');
        if (type.isEmpty()) {
            return true;
        }
        StringBuilder regex = new StringBuilder("(.*/)?");
        for (String part : type.replace("**/", "").split("(?=[*?])|(?<=[*?])")) {
            regex.append(switch (part) {
                case "*" -> "[^/]*";
                case "?" -> "[^/]";
                default -> Pattern.quote(part);
            });
        }
        return Pattern.matches(regex.toString(), test.replace('.', '/'));
    }
}
