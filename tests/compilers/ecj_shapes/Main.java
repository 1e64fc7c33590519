import java.util.ArrayList;
import java.util.List;

/** Shapes that ecj compiles otherwise than javac: finally, loops, switches, access to private members, enums. */
public class Main {
    enum Level { LOW, MIDDLE, HIGH }

    private final List<String> log = new ArrayList<>();
    private int count;

    class Inner {
        private int hidden = count + 1;

        int read(long under) {
            count += hidden;
            log.add("read " + under + " " + count); // read
            return count;
        }
    }

    interface Visitor {
        void visit(Level level, Main main);

        default String twice(Main main, Level level) {
            visit(level, main);
            visit(level, main); // twice
            return level.name();
        }
    }

    public static void main(String[] args) {
        Main main = new Main();
        for (Level level : Level.values()) {
            System.out.println(level + " " + main.byLevel(level, "x" + level.ordinal())); // byLevel
        }
        String texts = "";
        for (String text : new String[] {"one", "two", "three"}) {
            texts += main.byText(text) + 10L * main.new Inner().read(7L << 33) + ";"; // byText
        }
        System.out.println(texts);
        Visitor visitor = (level, it) -> it.log.add("visit " + level);
        System.out.println(visitor.twice(main, Level.HIGH)); // visitor
        System.out.println(main.log);
    }

    int byLevel(Level level, String text) {
        int result = 0;
        switch (level) {
            case LOW:
                result = 1;
                break;
            case MIDDLE:
                synchronized (log) {
                    log.add(text);
                    result = guarded(text, level.ordinal()); // guard
                }
                break;
            default:
                result = -1;
        }
        return result;
    }

    int guarded(String text, int n) {
        do {
            try {
                if (n-- == 1) {
                    log.add("one " + text); // inTry
                    continue;
                }
                return Integer.parseInt(text);
            } catch (NumberFormatException e) {
                log.add(e.getMessage());
                return log.size(); // inCatch
            } finally {
                count++;
                log.add("finally " + n);
            }
        } while (n >= 0);
        return -n;
    }

    String byText(String text) {
        return switch (text) {
            case "one" -> "1";
            case "two" -> {
                log.add("yield");
                yield "2" + count; // yield
            }
            default -> text + text.length();
        };
    }
}
