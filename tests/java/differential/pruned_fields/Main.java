import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Fields that are read before the checkpoint only, and all ways of reading one after it, but for reflection. */
public class Main {
    static class Holder {
        final List<int[]> before = new ArrayList<>();
        long count = 7;
        final String after = "after".repeat(2);
        double never = 2.5;
    }

    static class Above {
        protected int above = 11;
        protected int alone = 12;
        protected Object hidden = "above";
    }

    static class Below extends Above {
        Object hidden = "below";
        int sum() { return above + 1; }
    }

    static class Text {
        final String name = "text".toUpperCase();
        int unread = 5;
        @Override public String toString() { return "<" + name + ">"; }
    }

    /** Equal by one field, ordered by another, hashed by a third. */
    static class Key implements Comparable<Key> {
        final int equal;
        final int hash;
        final int order;
        final int unread;
        Key(int n) { equal = n; hash = n % 3; order = -n; unread = n; }
        @Override public int hashCode() { return hash; }
        @Override public boolean equals(Object o) { return o instanceof Key && ((Key) o).equal == equal; }
        @Override public int compareTo(Key o) { return Integer.compare(order, o.order); }
    }

    record Pair(int left, String right) {}
    record Shown(int number, List<String> words) {}
    record Accessed(int read, int unread) {}

    static class Lambdas {
        int taken = 21;
        int untaken = 22;
        String method() { return "method " + taken; }
        Supplier<String> lambda() { return () -> "lambda " + taken; }
        Supplier<String> reference() { return this::method; }
    }

    static class Outer {
        int ofOuter = 31;
        class Inner { int get() { return ofOuter; } }
    }

    enum Kind {
        ONE(41), TWO(42);
        final int code;
        final int other;
        Kind(int code) { this.code = code; other = -code; }
    }

    static class Failure extends Exception {
        final int code;
        Failure(int code) { super("failed"); this.code = code; }
        @Override public String getMessage() { return super.getMessage() + " " + code; }
    }

    static class Copied implements Cloneable {
        int value = 51;
        int[] array = {1, 2};
        @Override public Copied clone() throws CloneNotSupportedException { return (Copied) super.clone(); }
    }

    static class Added { int total = 1; int compound = 3; volatile boolean flag = true; }

    static Holder holder = new Holder();
    static Below below = new Below();
    static Text text = new Text();
    static Map<Key, String> hashed = new HashMap<>();
    static Set<Key> set = new HashSet<>();
    static TreeMap<Key, Integer> sorted = new TreeMap<>();
    static Pair pair = new Pair(1, "right");
    static Shown shown = new Shown(2, List.of("a", "b"));
    static Accessed accessed = new Accessed(3, 4);
    static Lambdas lambdas = new Lambdas();
    static List<Supplier<String>> suppliers = List.of(lambdas.lambda(), lambdas.reference());
    static Outer.Inner inner = new Outer().new Inner();
    static Kind kind = Kind.TWO;
    static Failure failure = new Failure(9);
    static Copied copied = new Copied();
    static Added added = new Added();

    /** The work before the checkpoint reads everything. */
    static int prepare() {
        for (int n = 0; n < 1000; n++) holder.before.add(new int[] {n});
        int sum = holder.before.size() + (int) holder.count + below.alone + text.unread + lambdas.untaken;
        for (int n = 0; n < 20; n++) {
            Key key = new Key(n);
            hashed.put(key, "value " + n);
            set.add(key);
            sorted.put(key, n);
            sum += key.unread;
        }
        return sum + accessed.unread() + kind.other + Objects.hash(pair, shown) + (int) holder.never;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(prepare());
        System.out.println("checkpoint"); // here
        System.out.println(holder.after + below.sum() + below.hidden + ((Above) below).hidden);
        System.out.println("concatenated " + text + ' ' + String.join("-", List.of(text.toString())));
        System.out.println(hashed.get(new Key(7)) + set.contains(new Key(8)) + set.contains(new Key(99)));
        System.out.println(sorted.get(new Key(9)) + " " + sorted.firstEntry().getValue() + new TreeSet<>(set).size());
        System.out.println(pair.equals(new Pair(1, "right")) + " " + pair.hashCode() + shown + accessed.read());
        for (Supplier<String> supplier : suppliers) System.out.println(supplier.get());
        System.out.println(inner.get() + kind.code + String.valueOf(kind) + failure.getMessage());
        System.out.println(copied.clone().value + copied.clone().array.length);
        added.total++;
        added.compound += 2;
        System.out.println(added.total + added.compound + " " + added.flag);
        throw failure;
    }
}
