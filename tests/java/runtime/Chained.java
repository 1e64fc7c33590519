/** Has a class of its own whose name is like one of the JDK's; its chain calls one method twice. */
public class Chained {
    static final NodeReference first = new NodeReference();

    static class NodeReference {
        int next;
    }

    public static void main(String[] args) {
        first.next = 1;
        after(2, 7);
        System.out.println("end");
    }

    static void after(int depth, int start) {
        int kept = start * 2;
        if (depth > 0) {
            after(depth - 1, start + 1);
        } else {
            System.out.println("after"); // here
            first.next = start;
        }
        System.out.println(depth > 5 ? kept : 0);
    }
}
