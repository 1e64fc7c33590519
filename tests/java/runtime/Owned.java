import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Holds memory in a map, in a long list, and in an object that two others share. */
public class Owned {
    static Map<String, int[]> tables = new HashMap<>();
    static Node first;
    static Shared left;
    static Shared right;
    static String markup;
    static Map<Integer, byte[]> sorted = new TreeMap<>();

    public static void main(String[] args) {
        for (int i = 0; i < 10; i++) {
            tables.put("k" + i, new int[i == 7 ? 500_000 : 100]);
        }
        for (int i = 0; i < 300_000; i++) {
            first = new Node(first);
        }
        long[] both = new long[50_000];
        left = new Shared(both);
        for (int i = 0; i < 20; i++) {
            sorted.put(i, new byte[1000 + 10 * i]);
        }
        markup = args.length > 0 ? args[0] : "<script>throw 'not escaped' && \"x\"</script>";
        right = new Shared(both);
        List<Object> names = new ArrayList<>(List.of("a", new Needle()));
        if (names.size() == 2) {
            after(names);
        } else {
            System.out.println("never");
        }
    }

    static void after(List<Object> names) {
        System.out.println("after"); // here
        System.out.println(markup.length() + sorted.size());
        int length = 0;
        for (Node node = first; node != null; node = node.next) {
            length++;
        }
        System.out.println(length + " " + tables.get("k7").length + names.size() + (left.data == right.data));
    }

    static class Node {
        Node next;

        Node(Node next) {
            this.next = next;
        }
    }

    static class Shared {
        long[] data;

        Shared(long[] data) {
            this.data = data;
        }
    }

    static class Needle {
        int size = 1;
    }
}
