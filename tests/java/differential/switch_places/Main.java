import java.util.ArrayList;
import java.util.List;

/** Checkpoints in switches on strings, enums and numbers, in handlers, and calls from there. */
public class Main {
    enum Kind { ONE, TWO, THREE }

    static final List<String> LOG = new ArrayList<>();

    public static void main(String[] args) {
        for (String word : new String[] {"a", "Aa", "BB", "zz"}) { // words
            System.out.println(byText(word));
        }
        for (Kind kind : Kind.values()) {
            System.out.println(byKind(kind, kind.ordinal()));
        }
        for (int i = 0; i < 4; i++) {
            System.out.println(byNumber(i * 1000) + handled(i));
        }
        System.out.println(LOG);
    }

    static String byText(String word) {
        switch (word) {
            case "Aa":
                LOG.add("Aa"); // Aa
            case "BB":
                LOG.add("BB " + word); // BB
                break;
            default:
                return "default"; // default
        }
        return "collision " + word;
    }

    static int byKind(Kind kind, int n) {
        int result = switch (kind) {
            case ONE -> 1 + n;
            case TWO -> {
                int inner = LOG.size();
                LOG.add("two");
                yield 10 * n + byNumber(inner); // two
            }
            case THREE -> n * (switch (n) {
                case 2 -> LOG.size(); // nested
                default -> 0;
            });
        };
        return result * 2;
    }

    static int byNumber(int n) {
        switch (n) {
            case 0: return -1;
            case 1000:
            case 2000:
                LOG.add("thousands " + n); // thousands
                return n / 3;
            case 1 << 30:
                return 5;
        }
        switch (Integer.MAX_VALUE - n) {
            case Integer.MAX_VALUE - 2: LOG.add("two less"); break;
            case Integer.MAX_VALUE - 1: LOG.add("one less"); break;
            case Integer.MAX_VALUE: LOG.add("most");
        }
        return n; // numberEnd
    }

    static String handled(int n) {
        try {
            try {
                if (n == 1) {
                    Object[] cells = new String[1];
                    cells[0] = n;
                } else if (n == 2) {
                    throw new Exception("two");
                }
                return "ok" + 6 / (n - 3);
            } catch (ArithmeticException | ArrayStoreException e) {
                LOG.add(e.getMessage()); // multi
                throw new IllegalStateException(e);
            }
        } catch (IllegalStateException e) {
            return "cause " + e.getCause().getMessage(); // cause
        } catch (Exception e) {
            return e.getMessage(); // plain
        }
    }
}
