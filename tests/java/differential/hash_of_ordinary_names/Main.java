import java.util.List;

/**
 * Classes with names that a library may have too are loaded before and after the checkpoint, and threads are started in between: the
 * identity hashes that these are the first to ask for depend on how many new names the JVM has met by then.
 */
public class Main {
    public static void main(String[] args) throws Exception {
        print("start");
        System.out.println(new Early("capture").give());
        print("early");
        stage();
        System.out.println(new Late("replay").give());
        print("late");
        System.out.println(Tables.of(3)[2].length);
        print("tables");
    }

    private static void stage() throws Exception {
        System.out.println(new Middle("static ").find("static ", '|'));
        print("middle");
    }

    static void print(String name) throws Exception {
        Thread thread = new Thread(() -> System.out.println(name + " " + new Object().hashCode()));
        thread.start();
        thread.join();
    }

    /** Loaded before the checkpoint. */
    static final class Early {
        static final String KEY = "hash generator";
        static boolean started;
        private final String at;

        Early(String at) {
            this.at = at;
        }

        String give() {
            started = true;
            return KEY + now() + before(1, 2) + at;
        }

        private static String now() {
            return " frame";
        }

        private static long before(int first, int second) {
            return first + second;
        }
    }

    /** Loaded after it, with names and texts that what takes and restores a checkpoint has. */
    static final class Middle {
        private static final String PREFIX = "counter ";
        private static final char SEPARATOR = ';';
        private final String entry;
        private Object pieces;
        private int limit;

        Middle(String entry) {
            this.entry = entry;
            limit = entry.length();
        }

        List<String> find(String text, char mark) {
            pieces = List.of(text, PREFIX, "initialized", "interned", "roots", "graph" + mark + SEPARATOR);
            return take(text, mark, limit);
        }

        @SuppressWarnings("unchecked")
        private List<String> take(String key, char mark, long number) {
            return key.equals(entry) && number > 0 && mark != SEPARATOR ? (List<String>) pieces : null;
        }
    }

    /** The same, later. */
    static final class Late {
        private final Object[] captured = {"locals", "classes", "hashes", "environment", "header"};
        private final StringBuilder found = new StringBuilder();
        private String remedy;

        Late(String remedy) {
            this.remedy = remedy;
        }

        String give() {
            for (Object section : captured) {
                put((String) section, found, true, 1);
            }
            resolve("copied", null);
            return restore(found, remedy, 'x');
        }

        private static void put(String key, StringBuilder state, boolean first, int count) {
            state.append(key).append(first ? count : 0);
        }

        private void resolve(String name, Class<?> type) {
            remedy += name + type;
        }

        private static String restore(StringBuilder written, String text, char end) {
            return written.append(text).append(end).toString();
        }
    }

    /** Arrays of arrays: the JVM makes the classes of arrays of what their elements are. */
    static final class Tables {
        static Object[][] of(int length) {
            String[][] texts = new String[length][length];
            long[][] numbers = new long[length][];
            return numbers.length == length ? texts : null;
        }
    }
}
