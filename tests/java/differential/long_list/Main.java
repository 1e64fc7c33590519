/** A linked list of 300,000 nodes and a deep tree: recursion over the graph would overflow the stack. */
public class Main {
    static final class Node {
        int value;
        Node next;
        Object extra;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    public static void main(String[] args) {
        Node head = null;
        for (int i = 0; i < 300_000; i++) {
            head = new Node(i, head);
            if (i % 1000 == 0) {
                head.extra = new Object[] {head, new int[][] {{i}, {}, null}, "n" + i};
            }
        }
        Node last = head;
        while (last.next != null) {
            last = last.next;
        }
        last.next = head;
        System.out.println("before");
        long sum = 0; // here
        int extras = 0;
        Node node = head;
        do {
            sum = sum * 31 + node.value;
            if (node.extra instanceof Object[] parts && parts[0] == node) {
                extras += ((int[][]) parts[1])[0].length + parts[2].toString().length();
            }
            node = node.next;
        } while (node != head);
        System.out.println(sum + " " + extras);
    }
}
