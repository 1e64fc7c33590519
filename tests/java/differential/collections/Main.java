import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/** Collections of the JDK live across the checkpoint, one iterator in the middle of its way; all are changed after it. */
public class Main {
    enum Day { MON, TUE, WED }

    public static void main(String[] args) {
        Map<String, List<Integer>> table = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            table.computeIfAbsent("key" + i % 17, key -> new LinkedList<>()).add(i);
        }
        Map<String, Integer> lru = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
                return size() > 3;
            }
        };
        List.of("a", "b", "c").forEach(key -> lru.put(key, key.hashCode()));
        PriorityQueue<String> queue = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        Collections.addAll(queue, "ccc", "a", "bb", "aa", "b");
        ArrayDeque<Object> deque = new ArrayDeque<>(List.of(1, 2L, 'c'));
        EnumMap<Day, Set<Integer>> days = new EnumMap<>(Day.class);
        days.put(Day.TUE, new HashSet<>(List.of(3, 1, 2)));
        BitSet bits = new BitSet();
        bits.set(3, 70);
        TreeMap<Long, int[]> tree = new TreeMap<>();
        for (long i = 0; i < 50; i++) {
            tree.put(i * i, new int[] {(int) i});
        }
        Iterator<Map.Entry<Long, int[]>> half = tree.entrySet().iterator();
        half.next();
        half.next();
        List<Integer> fixed = Collections.unmodifiableList(Arrays.asList(5, 6, 7));
        System.out.println("before");
        table.remove("key3"); // here
        System.out.println(new TreeMap<>(table));
        lru.get("a");
        lru.put("d", 4);
        System.out.println(lru);
        queue.add("d");
        while (!queue.isEmpty()) {
            System.out.print(queue.poll() + " ");
        }
        deque.addFirst(days);
        System.out.println(deque + " " + days.containsKey(Day.MON) + days.get(Day.TUE).remove(3) + bits.cardinality());
        half.next();
        half.remove();
        System.out.println(half.next().getKey() + " " + tree.size() + " " + fixed + Collections.emptyList());
    }
}
