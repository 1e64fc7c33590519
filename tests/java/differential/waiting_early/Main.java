import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A thread that the main class's initialiser starts, before main: it chooses the method in which it waits by the receiver's class. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final Source SOURCE = new Queued();

    static {
        Thread reader = new Reader(SOURCE, OUT);
        reader.setDaemon(true);
        reader.start();
        while (reader.getState() != Thread.State.WAITING) { // it has chosen
            Thread.onSpinWait();
        }
    }

    abstract static class Source {
        abstract String next() throws InterruptedException;
    }

    static class Fixed extends Source {
        @Override
        String next() {
            return "fixed";
        }
    }

    static class Queued extends Source {
        final BlockingQueue<String> queue = new LinkedBlockingQueue<>();

        @Override
        String next() throws InterruptedException {
            return queue.take();
        }
    }

    static class Reader extends Thread {
        final Source source;
        final BlockingQueue<String> out;

        Reader(Source source, BlockingQueue<String> out) {
            this.source = source;
            this.out = out;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; ; i++) {
                    out.add(i + " " + source.next());
                }
            } catch (InterruptedException e) {
                out.add("interrupted");
            }
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(new Fixed().next());
        work((Queued) SOURCE);
    }

    static void work(Queued source) throws InterruptedException {
        System.out.println("here");
        for (String each : new String[] {"a", "b", "c"}) {
            source.queue.add(each);
            System.out.println(OUT.take());
        }
    }
}
