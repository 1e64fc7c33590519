import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A checkpoint of few objects, one of each kind that the format has. */
public class Small {
    enum Color { RED, GREEN }

    interface Named {
        String name();
    }

    static class Node {
        Node next;
        byte small;
        double wide;
        Object held;

        Node(Node next, Object held) {
            this.next = next;
            this.held = held;
            small = 5;
            wide = 0.25;
        }
    }

    static int count = 7;
    static long[] kept = {1, 2, 3};
    static String text = "text \u20ac \ud800";

    public static void main(String[] args) {
        Node node = null;
        for (Object held : new Object[] {TimeUnit.DAYS, Color.GREEN, int.class, Node.class, 1000, 5L, new char[] {'c'}, new Node[2][]}) {
            node = new Node(node, held);
        }
        String[] made = {"made", null};
        Named lambda = () -> made[0];
        List<Object> keys = new ArrayList<>();
        keys.add(new Object());
        keys.add(keys.get(0).hashCode());
        after(node, lambda, keys, 1L << 40, 1.5f);
    }

    static void after(Node node, Named lambda, List<Object> keys, long wide, float real) {
        System.out.println("before");
        StringBuilder line = new StringBuilder(); // here
        for (Node at = node; at != null; at = at.next) {
            line.append(at.held instanceof Object[] || at.held instanceof char[] ? "array" : at.held).append(at.small).append(at.wide).append(' ');
        }
        System.out.println(line + lambda.name() + wide + real + count + kept.length + text.length());
        System.out.println(keys.get(1).equals(keys.get(0).hashCode()));
    }
}
