import java.util.ArrayList;
import java.util.List;

/** As older compilers wrote it: string concatenation by builders, access methods, finally inlined. */
public class Main {
    private static int calls;
    private final List<String> log = new ArrayList<String>();

    private class Inner {
        private final long weight;

        private Inner(long weight) {
            this.weight = weight;
            calls++;
        }

        private String text(String prefix, double under) {
            log.add(prefix + weight); // text
            return prefix + weight + under + calls;
        }
    }

    private String concatenate(int n, char c) {
        String text = "n" + n + c + new Inner(n * 10L).text("inner" + n, n / 2.0) + calls; // concatenate
        text += "more" + text.length();
        return text;
    }

    private static Object choose(Object object) {
        if (object instanceof String) {
            return ((String) object).length() + calls; // choose
        }
        switch (String.valueOf(object).length()) {
            case 1:
                return 'c';
            default:
                return object == null ? 1.5f : Long.valueOf(7);
        }
    }

    public static void main(String[] args) {
        Main main = new Main();
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            all.append(main.concatenate(i, (char) ('a' + i))).append(';'); // loop
        }
        System.out.println(all.toString() + choose("four") + choose(null) + choose(1)); // end
        System.out.println(main.log + " " + calls);
    }
}
