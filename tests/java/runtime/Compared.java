import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Reaches its checkpoint with a state that depends on its arguments: each word changes one thing. */
public class Compared {
    enum Colour { RED, GREEN }

    record Point(int x, int y) {}

    static class Box {
        int number = 1;
        long[] numbers = {1, 2, 3, 4};
        Object[] objects = {"a", "b"};
        Colour colour = Colour.RED;
        Object either = new ArrayList<>(List.of("x"));
        Box inner;
    }

    static Set<String> words;
    static double limit = 1.5;
    static Map<String, Integer> map = new HashMap<>();
    static Map<Point, String> points = new HashMap<>();
    static Map<String, String> linked = new LinkedHashMap<>();
    static Map<Integer, Box> tree = new TreeMap<>();
    static Map<String, String> concurrent = new ConcurrentHashMap<>();
    static Set<String> set = new HashSet<>();
    static List<String> list = new ArrayList<>();
    static List<Box> boxes = new LinkedList<>();
    static ArrayDeque<String> deque = new ArrayDeque<>();
    static StringBuilder text = new StringBuilder("text");
    static Object left = new int[] {1};
    static Object right = left;

    public static void main(String[] args) {
        words = new HashSet<>(List.of(args));
        limit = is("limit") ? 2.5 : 1.5;
        int many = 40;
        for (int i = 0; i < many; i++) {
            map.put("k" + i, i);
            points.put(new Point(i, -i), "p" + i);
            tree.put(i, new Box());
            concurrent.put("c" + i, "v");
            set.add("s" + i);
            list.add("e" + i);
        }
        if (is("map")) {
            // grows the table, so that every entry has another place
            map.put("k40", 40);
            map.put("k41", 41);
            for (int i = 100; i < 150; i++) {
                map.put("k" + i, i);
            }
            for (int i = 100; i < 150; i++) {
                map.remove("k" + i);
            }
            map.remove("k41");
            map.put("k7", 8);
        }
        if (is("points")) {
            points.put(new Point(3, -3), "other");
            points.remove(new Point(4, -4));
        }
        for (String key : is("order") ? List.of("b", "a", "c") : List.of("a", "b", "c")) {
            linked.put(key, key);
        }
        if (is("tree")) {
            tree.get(5).inner = new Box();
            tree.get(6).inner = null;
            tree.remove(0);
        }
        if (is("concurrent")) {
            concurrent.put("c3", "w");
        }
        if (is("set")) {
            set.add("new");
        }
        if (is("list")) {
            list.add(3, "inserted");
        }
        boxes.add(new Box());
        boxes.add(new Box());
        if (is("boxes")) {
            boxes.get(1).number = 2;
            boxes.get(1).numbers[2] = 7;
            boxes.get(1).numbers[3] = 8;
            boxes.get(1).objects = new Object[] {"a", "c", null};
            boxes.get(0).colour = Colour.GREEN;
            boxes.get(0).either = new LinkedList<>();
        }
        deque.add("d");
        if (is("deque")) {
            for (int i = 0; i < 20; i++) {
                deque.add("d");
                deque.poll();
            }
        }
        if (is("text")) {
            text.append(" more");
        }
        if (is("sharing")) {
            right = new int[] {1};
        }
        after(is("local") ? 5 : 4, is("name") ? "other" : "name");
    }

    static boolean is(String word) {
        return words.contains(word);
    }

    static void after(int count, String name) {
        System.out.println(count + name); // here
        System.out.println(limit + " " + map + points + linked + tree.size() + concurrent + set + list + boxes.size());
        boxes.forEach(box -> System.out.println(box.number + box.numbers.length + " " + box.objects.length + box.colour
            + box.either + box.inner));
        tree.values().forEach(box -> System.out.println(box.inner));
        System.out.println(deque.toString() + text + (left == right) + words.size());
    }
}
