package jcp.runtime.linking;

import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.LambdaNames;
import jcp.runtime.jvm.Loaders;
import jcp.runtime.jvm.MarkWords;
import jcp.runtime.jvm.NameCounters;

/**
 * What the classes of lambdas and proxies that the replay makes again had besides their recipe: the number in a lambda's name (JDK 17),
 * the loader of a proxy's class, and the identity hash, which the JVM takes for each such class when it links it and which tables
 * of the program may be ordered by.
 *
 * <p>Invariant: a hash is put into the place of the fresh JVM's own only in classes that the replay has just made, of which no table
 * but the JDK's of method types knows the other one. Left out: what the class's name has after the slash, which is an address.
 */
public final class MadeClasses {
    private static final String KEY = "made classes";
    private static final String NONE = "";

    private final String[] texts;
    private int at;

    /** Of a checkpoint: for each class of the table that is made again, in its order, what {@link #describe} says. */
    public MadeClasses(Map<String, String[]> state) {
        String[] found = state.remove(KEY);
        texts = found == null ? new String[0] : found;
    }

    public static void capture(List<String> made, Map<String, String[]> state) {
        state.put(KEY, made.toArray(new String[0]));
    }

    /** The next one's description. */
    public String next() {
        return at < texts.length ? texts[at++] : NONE;
    }

    /** Number or loader, and hash; before it is written, while marks may hold the writer's numbers. */
    public static String describe(Class<?> type) {
        String kind = Access.isProxy(type) ? Loaders.name(type.getClassLoader()) : LambdaNames.number(type.getName());
        return kind + " " + (MarkWords.known() ? Math.max(0, MarkWords.hashOf(type)) : 0);
    }

    private static String[] words(String description) {
        int space = description.indexOf(' ');
        return space < 0 ? new String[] {NONE, "0"} : new String[] {description.substring(0, space), description.substring(space + 1)};
    }

    /** Has the JDK give the next lambda's class the number. */
    public static void count(String description) {
        String number = words(description)[0];
        if (!number.isEmpty()) {
            NameCounters.begin(NameCounters.LAMBDAS, Long.parseLong(number) - 1);
        }
    }

    /** Whose loader a proxy's class is. */
    static ClassLoader loader(String description) {
        return Loaders.named(words(description)[0]);
    }

    /** Gives the class that was made the hash. */
    public static void settle(Class<?> made, String description) {
        int hash = Integer.parseInt(words(description)[1]);
        if (hash != 0) {
            MarkWords.replace(made, hash);
        }
    }
}
