import java.util.Arrays;

/** A list of the given length, and a byte array of the given size. */
public class Large {
    static final class Node {
        Node next;
        int value;
    }

    public static void main(String[] args) {
        Node list = null;
        for (int i = Integer.parseInt(args[0]); i > 0; i--) {
            Node node = new Node();
            node.value = i * i;
            node.next = list;
            list = node;
        }
        byte[] bytes = new byte[Integer.parseInt(args[1])];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 7 >> 3);
        }
        after(list, bytes);
    }

    static void after(Node list, byte[] bytes) {
        System.out.println("before");
        int length = 0; // here
        long sum = 0;
        for (Node at = list; at != null; at = at.next) {
            length++;
            sum = sum * 17 + at.value;
        }
        System.out.println(length + " " + sum + " " + bytes.length + " " + Arrays.hashCode(bytes));
    }
}
