import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A list of the given length that a thread's frame holds, which waits at the checkpoint. */
public class LargeWaiting {
    static final BlockingQueue<String> IN = new LinkedBlockingQueue<>();

    static final class Node {
        Node next;
        int value;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(new Sums(Integer.parseInt(args[0])), "sums");
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        after();
        thread.join();
    }

    static void after() throws InterruptedException {
        System.out.println("before"); // here
        IN.put("sum");
    }

    static final class Sums implements Runnable {
        private final int length;

        Sums(int length) {
            this.length = length;
        }

        @Override
        public void run() {
            Node list = null;
            for (int i = length; i > 0; i--) {
                Node node = new Node();
                node.value = i * i;
                node.next = list;
                list = node;
            }
            String word;
            try {
                word = IN.take(); // take
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            long sum = 0;
            for (Node at = list; at != null; at = at.next) {
                sum = sum * 17 + at.value;
            }
            System.out.println(word + " " + sum);
        }
    }
}
