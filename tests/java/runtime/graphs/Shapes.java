import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Long, deep, cyclic and shared structures, and arrays of every kind. */
public class Shapes {
    static final class Node {
        Node next;
        Node other;
        int value;
    }

    static Object shared = new int[] {1, 2, 3};
    static Node[] ring = new Node[3];
    static Object[][] both = {{shared}, {ring}, {}};

    public static void main(String[] args) {
        Node list = list(Integer.parseInt(args[0]));
        List<Object> deep = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            deep = new ArrayList<>(List.of(deep));
        }
        Object nested = new Object[] {"bottom"};
        for (int i = 0; i < 20_000; i++) {
            nested = new Object[] {nested};
        }
        Map<Object, Object> self = new HashMap<>();
        self.put("self", self);
        List<Object> inside = new ArrayList<>();
        inside.add(inside);
        inside.add(self);
        self.put("list", inside);
        for (int i = 0; i < 3; i++) {
            ring[i] = new Node();
            ring[i].value = i;
        }
        for (int i = 0; i < 3; i++) {
            ring[i].next = ring[(i + 1) % 3];
            ring[i].other = ring[i];
        }
        Object[] own = new Object[2];
        own[0] = own;
        Object mine = shared;
        after(list, deep, nested, self, inside, own, arrays(), shared);
        System.out.println("frames share " + (mine == shared) + " " + (own[0] == own) + " " + (self.get("self") == self));
        System.out.println(list.value + " " + (own[1] == mine));
    }

    static Node list(int length) {
        Node first = null;
        Node last = null;
        for (int i = 0; i < length; i++) {
            Node node = new Node();
            node.value = i * 31;
            node.next = first;
            node.other = last;
            last = first;
            first = node;
        }
        return first;
    }

    static Object[] arrays() {
        long[] big = new long[100_000];
        byte[] bytes = new byte[70_001];
        for (int i = 0; i < big.length; i++) {
            big[i] = i * 0x9e3779b97f4a7c15L;
        }
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 7);
        }
        return new Object[] {
            new boolean[] {true, false, true}, new byte[] {-128, 0, 127}, new short[] {-32768, 1}, new char[] {'\0', '\uffff', '\ud800'},
            new int[] {Integer.MIN_VALUE, 5}, new long[] {Long.MIN_VALUE, 6}, new float[] {-0f, Float.NaN, Float.MIN_VALUE},
            new double[] {-0d, Double.POSITIVE_INFINITY, Double.longBitsToDouble(0x7ff8_0000_0000_1234L)},
            new boolean[0], new byte[0], new short[0], new char[0], new int[0], new long[0], new float[0], new double[0],
            new Object[0], new String[0], new String[] {"a", null, "b"}, new int[3][4], new int[2][], new int[0][5],
            new String[][][] {{{"deep"}, null}, {}}, new Node[2], new Runnable[1], new Map<?, ?>[] {Map.of()}, big, bytes,
        };
    }

    static void after(Node list, List<Object> deep, Object nested, Map<Object, Object> self, List<Object> inside, Object[] own,
            Object[] arrays, Object alias) {
        System.out.println("before");
        int length = 0; // here
        long sum = 0;
        boolean chained = true;
        for (Node at = list; at != null; at = at.next) {
            length++;
            sum = sum * 17 + at.value;
            chained &= at.next == null || at.next.next == null || at.other == at.next.next;
        }
        System.out.println(length + " " + sum + " " + chained);
        int depth = 0;
        for (Object at = deep; !((List<?>) at).isEmpty(); at = ((List<?>) at).get(0)) {
            depth++;
        }
        Object at = nested;
        while (((Object[]) at)[0] instanceof Object[]) {
            depth++;
            at = ((Object[]) at)[0];
        }
        System.out.println(depth + " " + ((Object[]) at)[0]);
        System.out.println(self.keySet() + " " + (self.get("self") == self) + (inside.get(0) == inside) + (inside.get(1) == self));
        System.out.println(inside.size() + " " + self.size());
        for (Node node : ring) {
            System.out.println(node.value + " " + node.next.value + " " + (node.other == node) + (node.next.next.next == node));
        }
        System.out.println((both[0][0] == shared) + " " + (both[1][0] == ring) + " " + (alias == shared) + both[2].length);
        own[1] = shared;
        for (Object array : arrays) {
            System.out.println(array.getClass().getTypeName() + " " + digest(array));
        }
        System.out.println(Double.doubleToRawLongBits(((double[]) arrays[7])[2]) + " " + Float.floatToRawIntBits(((float[]) arrays[6])[0]));
        try {
            ((Object[]) arrays[17])[0] = "none";
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        try {
            ((Object[]) arrays[18])[0] = 1;
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
    }

    static String digest(Object array) {
        String text = array instanceof Object[] ? Arrays.deepToString((Object[]) array) : Arrays.deepToString(new Object[] {array});
        return text.length() < 100 ? text : text.length() + " " + text.hashCode();
    }
}
