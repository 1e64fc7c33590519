import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** The JDK's collections, immutable ones among them, used and changed after the checkpoint. */
public class Containers {
    static final Set<String> FIXED = Set.of("one", "two", "three", "four", "five", "six", "seven");
    static final Map<String, Integer> NUMBERS = Map.of("a", 1, "b", 2, "c", 3, "d", 4, "e", 5);

    static class Lru extends LinkedHashMap<String, Integer> {
        Lru() {
            super(4, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
            return size() > 4;
        }
    }

    static boolean ordered;

    public static void main(String[] args) {
        ordered = args.length > 0;
        Map<String, Collection<Integer>> collections = new TreeMap<>();
        collections.put("ArrayDeque", new ArrayDeque<>());
        collections.put("ArrayList", new ArrayList<>());
        collections.put("ConcurrentLinkedQueue", new ConcurrentLinkedQueue<>());
        collections.put("CopyOnWriteArrayList", new CopyOnWriteArrayList<>());
        collections.put("CopyOnWriteArraySet", new CopyOnWriteArraySet<>());
        collections.put("HashSet", new HashSet<>());
        collections.put("LinkedHashSet", new LinkedHashSet<>());
        collections.put("LinkedList", new LinkedList<>());
        collections.put("PriorityQueue", new PriorityQueue<>(Comparator.comparing((Integer i) -> i % 10).reversed()));
        collections.put("Stack", new Stack<>());
        collections.put("TreeSet", new TreeSet<>(Collections.reverseOrder()));
        collections.put("Vector", new Vector<>());
        collections.put("checked", Collections.checkedList(new ArrayList<>(), Integer.class));
        collections.put("newSetFromMap", Collections.newSetFromMap(new ConcurrentHashMap<>()));
        collections.put("synchronized", Collections.synchronizedList(new ArrayList<>()));
        Map<String, Map<String, Integer>> maps = new TreeMap<>();
        maps.put("ConcurrentHashMap", new ConcurrentHashMap<>());
        maps.put("ConcurrentSkipListMap", new ConcurrentSkipListMap<>());
        maps.put("HashMap", new HashMap<>());
        maps.put("Hashtable", new Hashtable<>());
        maps.put("LinkedHashMap", new LinkedHashMap<>());
        maps.put("Lru", new Lru());
        maps.put("TreeMap", new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
        for (int i = 0; i < 50; i++) {
            int n = i * 37 % 101;
            collections.values().forEach(all -> all.add(n));
            maps.values().forEach(all -> all.put("key" + n, n));
        }
        maps.get("Lru").get("key" + 46 * 37 % 101);
        // collisions make trees of bins
        Map<String, Integer> trees = new HashMap<>();
        for (int i = 0; i < 1 << 10; i++) {
            StringBuilder key = new StringBuilder();
            for (int bit = 0; bit < 10; bit++) {
                key.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            trees.put(key.toString(), i);
        }
        maps.put("trees", trees);
        List<Object> order = new ArrayList<>(FIXED);
        order.addAll(NUMBERS.keySet());
        List<Object> views = new ArrayList<>(List.of(List.of(), List.of(1), List.of(1, 2), List.of(1, 2, 3), Set.of(), Set.of("x"), Map.of(),
            Map.of("k", "v"), List.copyOf(FIXED), Collections.emptyList(), Collections.singletonList("s"), Collections.nCopies(3, "n"),
            Arrays.asList("a", "b"), Collections.unmodifiableMap(new TreeMap<>(NUMBERS)), new ArrayList<>(List.of(1, 2, 3, 4)).subList(1, 3),
            new TreeMap<>(NUMBERS).headMap("c"), new TreeMap<>(NUMBERS).descendingMap(), new AbstractMap.SimpleEntry<>("e", 1)));
        BitSet bits = new BitSet();
        bits.set(3, 70);
        bits.clear(10);
        Object[] atomics = {new AtomicInteger(4), new AtomicReference<>(views), new AtomicLongArray(new long[] {1, 2}), new LongAdder()};
        ((LongAdder) atomics[3]).add(12);
        Iterator<Integer> half = collections.get("ArrayList").iterator();
        Iterator<Integer> queue = collections.get("PriorityQueue").iterator();
        Iterator<Map.Entry<String, Integer>> entries = maps.get("HashMap").entrySet().iterator();
        Iterator<String> concurrent = maps.get("ConcurrentHashMap").keySet().iterator();
        ListIterator<Integer> linked = ((List<Integer>) collections.get("LinkedList")).listIterator(20);
        for (int i = 0; i < 17; i++) {
            half.next();
            queue.next();
            entries.next();
            concurrent.next();
        }
        after(collections, maps, order, views, bits, atomics, new Iterator<?>[] {half, queue, entries, concurrent, linked});
    }

    static void after(Map<String, Collection<Integer>> collections, Map<String, Map<String, Integer>> maps, List<Object> order,
            List<Object> views, BitSet bits, Object[] atomics, Iterator<?>[] iterators) {
        System.out.println("before");
        for (Iterator<?> iterator : iterators) { // here
            StringBuilder rest = new StringBuilder();
            while (iterator.hasNext()) {
                rest.append(iterator.next()).append(' ');
            }
            System.out.println(rest);
        }
        List<Object> again = new ArrayList<>(FIXED);
        again.addAll(NUMBERS.keySet());
        if (!ordered) { // the order of Set.of and Map.of is a test of its own
            again = order.containsAll(again) && again.containsAll(order) ? order : again;
        }
        System.out.println(again.equals(order) + " " + FIXED.contains("six") + FIXED.contains("eight") + " " + NUMBERS.get("d"));
        collections.forEach((name, all) -> {
            System.out.println(name + " " + all);
            all.add(1000);
            all.removeIf(n -> n % 3 == 0 && !name.startsWith("none"));
            System.out.println(all.size() + " " + all.contains(1000) + all.contains(37) + " " + all.getClass());
        });
        Queue<Integer> queue = (Queue<Integer>) collections.get("PriorityQueue");
        while (!queue.isEmpty()) {
            System.out.print(queue.poll() + " ");
        }
        maps.forEach((name, all) -> {
            System.out.println(name + " " + (all.size() > 100 ? all.hashCode() : all) + " " + all.get("key46"));
            all.put("new", 1);
            all.merge("key9", 5, Integer::sum);
            all.remove("key46");
            System.out.println(all.size() + " " + all.get("KEY9") + " " + all.values().stream().mapToInt(n -> n).sum() + " " + all.getClass());
        });
        System.out.println(maps.get("trees").get("AaAaBBAaAaBBAaAaAaBB") + " " + maps.get("trees").get("AaC#"));
        views.set(8, new TreeSet<>((List<String>) views.get(8)));
        for (Object view : views) {
            System.out.println(view + " " + view.getClass().getName());
        }
        System.out.println((views.get(0) == List.of()) + " " + (views.get(9) == Collections.emptyList()) + " " + (views.get(6) == Map.of()));
        try {
            ((List<Object>) views.get(2)).add(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("still immutable");
        }
        bits.flip(0, 80);
        System.out.println(bits + " " + bits.length());
        System.out.println(((AtomicInteger) atomics[0]).incrementAndGet() + " " + (((AtomicReference<?>) atomics[1]).get() == views) + " " + atomics[2] + " " + atomics[3]);
    }
}
