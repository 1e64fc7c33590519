import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An object of a class of its own in each kind of collection. */
public class Held {
    enum Colour { RED, BLUE }

    record Point(int x, String y) {}

    static class InHash {}

    static class InLinked {}

    static class InTree {}

    static class InConcurrent {}

    static class InTable {}

    static class InIdentity {}

    static class InWeak {}

    static class InEnum {}

    static class InOne {}

    static class InMany {}

    static class InWrapped {}

    static class InArray {}

    static class InList {}

    static class Last {}

    static class InVector {}

    static class InCopied {}

    static class InDeque {}

    static class InSet {}

    static class InTwo {}

    static class InThree {}

    static class InAsList {}

    static class InOwn {}

    static class Own extends ArrayList<Object> {}

    static Map<Object, Object> hash = new HashMap<>();
    static Map<Object, Object> linked = new LinkedHashMap<>();
    static Map<Object, Object> tree = new TreeMap<>();
    static Map<Object, Object> concurrent = new ConcurrentHashMap<>();
    static Map<Object, Object> table = new Hashtable<>();
    static Map<Object, Object> identity = new IdentityHashMap<>();
    static Map<Object, Object> weak = new WeakHashMap<>();
    static Map<Colour, Object> byColour = new EnumMap<>(Colour.class);
    static Map<Object, Object> one = Map.of("one", new InOne());
    static Map<Object, Object> many = Map.of("one", 1, "two", new InMany());
    static Map<Object, Object> wrapped;
    static List<Object> array = new ArrayList<>();
    static List<Object> list = new LinkedList<>();
    static List<Object> vector = new Vector<>();
    static List<Object> copied = new CopyOnWriteArrayList<>();
    static Deque<Object> deque = new ArrayDeque<>();
    static Set<Object> set = new HashSet<>();
    static List<Object> two = List.of(1, new InTwo());
    static List<Object> three = List.of(1, 2, new InThree());
    static List<Object> asList = Arrays.asList(1, new InAsList());
    static List<Object> own = new Own();

    public static void main(String[] args) {
        for (int i = 0; i < 100; i++) {
            hash.put("k" + i, i);
            tree.put(i, i);
            concurrent.put((long) i, i);
            table.put("t" + i, i);
        }
        hash.put(new Point(1, "z"), new InHash());
        linked.put("a", 1);
        linked.put("b", new InLinked());
        tree.put(50, new InTree());
        concurrent.put(7L, new InConcurrent());
        table.put("t3", new InTable());
        identity.put("id", new InIdentity());
        weak.put("w", new InWeak());
        byColour.put(Colour.BLUE, new InEnum());
        wrapped = Collections.unmodifiableMap(new HashMap<>(Map.of("in", new InWrapped())));
        Collections.addAll(array, 0, new InArray());
        Collections.addAll(list, 0, 1, 2, new InList(), 4, new Last());
        vector.add(new InVector());
        Collections.addAll(copied, 0, new InCopied());
        for (int i = 0; i < 20; i++) {
            deque.addFirst(i); // goes round in the array
        }
        deque.add(new InDeque());
        set.add(new InSet());
        own.add(new InOwn());
        after();
    }

    static void after() {
        int size = 0; // here
        for (Map<?, ?> map : List.of(hash, linked, tree, concurrent, table, identity, weak, byColour, one, many, wrapped)) {
            size += map.size();
        }
        for (Collection<?> all : List.of(array, list, vector, copied, deque, set, two, three, asList, own)) {
            size += all.size();
        }
        System.out.println(size);
    }
}
