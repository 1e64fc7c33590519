import java.lang.reflect.Array;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Prints what can be seen of an old object and of a new one that was made by the same calls. Part of the made programs. */
public final class Shown {
    private static final int MOST = 400;
    private static int snippet;
    /** Whether identity hashes are shown, and what depends on them as a rule. */
    private static boolean hashes;

    private Shown() { }

    /** All that follows is about this snippet. */
    static void start(int number) {
        snippet = number;
    }

    /** {@code hashes}: show identity hashes. {@code shifted}: let all objects have other ones. False for any other word. */
    static boolean isOption(String word) {
        if (word.equals("shifted")) {
            new Object().hashCode();
        }
        hashes |= word.equals("hashes");
        return word.equals("hashes") || word.equals("shifted");
    }

    static void line(String label, Object text) {
        String shown;
        try {
            shown = String.valueOf(text);
        } catch (Throwable e) {
            shown = "throws " + e.getClass().getName();
        }
        System.out.println(snippet + " " + label + ": " + tidied(shown));
    }

    static void failed(String label, Throwable e) {
        line(label, "throws " + text(e, 0));
    }

    /** What two objects are to each other, and each by itself. */
    static void pair(String label, Object old, Object now) {
        line(label, text(old, 0) + " | " + text(now, 0));
        if (old == null || now == null) {
            return;
        }
        StringBuilder relation = new StringBuilder();
        relation.append(old == now).append(' ').append(old.getClass() == now.getClass()).append(' ');
        try {
            relation.append(old.equals(now)).append(' ').append(now.equals(old)).append(' ');
            relation.append(old.hashCode() == now.hashCode());
        } catch (Throwable e) {
            relation.append("throws ").append(e.getClass().getName());
        }
        line(label + " relation", relation);
    }

    /** The same in more detail. */
    static void deeply(Object old, Object now, Object other) {
        pair("it", old, now);
        line("is other", old == other);
        if (old == null || now == null) {
            return;
        }
        try {
            if (hashes || old.hashCode() != System.identityHashCode(old)) {
                line("hash", old.hashCode() + " " + now.hashCode());
                Set<Object> set = new HashSet<>();
                for (Object one : new Object[] {old, "a", now, 17, hashes ? other : "b", hashes ? old.getClass() : "c", 4.5}) {
                    set.add(one);
                }
                line("set", text(set, 0));
            }
        } catch (Throwable e) {
            failed("set", e);
        }
        Map<Object, String> map = new IdentityHashMap<>();
        Object[] keys = {old, now, other, old.getClass()};
        for (int i = 0; i < keys.length; i++) {
            map.merge(keys[i], "" + i, String::concat);
        }
        line("identities", hashes ? map.values() : new TreeSet<>(map.values()));
        if (old instanceof Comparable<?>) {
            compared(old, now);
        }
        if (old instanceof Iterator<?>) {
            rest((Iterator<?>) old, (Iterator<?>) now);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static void compared(Object old, Object now) {
        try {
            line("compared", ((Comparable) old).compareTo(now) + " " + ((Comparable) now).compareTo(old));
            line("sorted", new TreeSet<>(Set.of(now)).contains(old));
        } catch (Throwable e) {
            failed("compared", e);
        }
    }

    private static void rest(Iterator<?> old, Iterator<?> now) {
        try {
            for (int i = 0; i < 5 && old.hasNext(); i++) {
                line("next", text(old.next(), 0));
            }
            line("new next", now.hasNext());
        } catch (Throwable e) {
            failed("next", e);
        }
    }

    /** Class and value. */
    static String text(Object value, int depth) {
        try {
            return shown(value, depth);
        } catch (Throwable e) {
            return "throws " + e.getClass().getName();
        }
    }

    private static String shown(Object value, int depth) {
        if (value == null || value instanceof Number || value instanceof Boolean) {
            return String.valueOf(value);
        }
        if (value instanceof String) {
            return '"' + (String) value + '"';
        }
        Class<?> type = value.getClass();
        StringBuilder text = new StringBuilder(type.getName()).append(' ');
        if (depth > 2) {
            return text.toString();
        }
        if (value instanceof Throwable) {
            return text.append(((Throwable) value).getMessage()).toString();
        }
        if (type.isArray()) {
            for (int i = 0; i < Array.getLength(value) && i < 20; i++) {
                text.append(i > 0 ? ", " : "[").append(shown(Array.get(value, i), depth + 1));
            }
            return text.append(Array.getLength(value)).append(']').toString();
        }
        if (value instanceof Collection<?>) {
            return elements(((Collection<?>) value).iterator(), text, depth);
        }
        if (value instanceof Map<?, ?>) {
            return elements(((Map<?, ?>) value).entrySet().iterator(), text, depth);
        }
        if (value instanceof Map.Entry<?, ?>) {
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) value;
            return text.append(shown(entry.getKey(), depth + 1)).append('=').append(shown(entry.getValue(), depth + 1)).toString();
        }
        if (value instanceof Optional<?>) {
            return text.append(shown(((Optional<?>) value).orElse(null), depth + 1)).toString();
        }
        return text.append(value).toString();
    }

    private static String elements(Iterator<?> iterator, StringBuilder text, int depth) {
        text.append('[');
        for (int i = 0; i < 20 && iterator.hasNext(); i++) {
            text.append(i > 0 ? ", " : "").append(shown(iterator.next(), depth + 1));
        }
        return text.append(']').toString();
    }

    /** On one line, of limited length, without the addresses in names of hidden classes, which vary from run to run, and
     * without identity hashes if they are not wanted. */
    private static String tidied(String text) {
        StringBuilder tidy = new StringBuilder();
        for (int i = 0; i < text.length() && tidy.length() < MOST; i++) {
            char c = text.charAt(i);
            if (text.startsWith("/0x", i)) {
                for (i += 3; i < text.length() && Character.digit(text.charAt(i), 16) >= 0; i++) { }
                i--;
                tidy.append("/0x");
            } else if (c == '@' && !hashes) {
                while (i + 1 < text.length() && Character.digit(text.charAt(i + 1), 16) >= 0) {
                    i++;
                }
                tidy.append('@');
            } else {
                tidy.append(c >= ' ' && c < 127 ? c : '?');
            }
        }
        return tidy.toString();
    }
}
