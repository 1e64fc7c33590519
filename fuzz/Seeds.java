import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Compiled into the first inputs of the fuzz targets: a bit of everything that class files have. */
public class Seeds {
    static int counter = 3;
    final List<String> names = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        Seeds seeds = new Seeds();
        for (String arg : args) {
            seeds.names.add(arg + counter++);
        }
        System.out.println(seeds.table(args.length) + seeds.lookup("b") + seeds.locked(2L));
    }

    int table(int key) {
        switch (key) {
            case 1: return 5;
            case 2: return 6;
            case 3: counter++;
            default: return key < 0 ? -key : key & 7;
        }
    }

    int lookup(String text) {
        switch (text) {
            case "a": return 1;
            case "bb": return 100_000;
            default: return text.hashCode();
        }
    }

    synchronized double locked(long value) throws IOException {
        synchronized (names) {
            try {
                return value * 2.5 + names.size();
            } catch (IllegalStateException | NullPointerException e) {
                throw new IOException(e);
            } finally {
                counter += 1;
            }
        }
    }

    Supplier<String> lambda(int number) {
        int[][] cells = new int[number][3];
        return () -> "x" + cells[0][1] + names;
    }

    interface Base {
        float f(byte b, char c);
        default Object self() {
            return this instanceof Runnable ? (Runnable) this : null;
        }
    }

    record Pair(int left, @Deprecated String right) {}

    enum Kind { A, B { @Override int n() { return 2; } }; int n() { return 1; } }
}
