import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Cleaners with registrations that are cleaned before the checkpoint, behind it, and by the collector behind it. */
public class Main {
    static final Cleaner CLEANER = Cleaner.create();
    static final AtomicInteger OPEN = new AtomicInteger();

    /** A resource that is closed, or cleaned when it was forgotten. */
    static final class Resource implements AutoCloseable {
        private static final class State implements Runnable {
            private final String name;
            private final StringBuffer log;

            State(String name, StringBuffer log) {
                this.name = name;
                this.log = log;
                OPEN.incrementAndGet();
            }

            @Override
            public void run() {
                log.append(name).append(" cleaned by ").append(Thread.currentThread().getName()).append('\n');
                OPEN.decrementAndGet();
            }
        }

        private final Cleaner.Cleanable cleanable;

        Resource(Cleaner cleaner, String name, StringBuffer log) {
            cleanable = cleaner.register(this, new State(name, log));
        }

        @Override
        public void close() {
            cleanable.clean();
        }
    }

    static void work(List<Resource> open, Resource closed, StringBuffer log, Cleaner other) {
        System.out.println(OPEN + " open of " + open.size()); // here
        closed.close(); // does nothing
        open.get(1).close();
        open.get(1).close();
        open.remove(1);
        System.out.print(log);
        log.setLength(0);
        while (!open.isEmpty()) {
            open.remove(open.size() - 1);
            while (OPEN.get() > open.size()) {
                System.gc();
            }
        }
        System.out.print(log);
        log.setLength(0);
        try (Resource late = new Resource(other, "late", log); Resource later = new Resource(CLEANER, "later", log)) {
            System.out.println(OPEN + " open");
        }
        Cleaner third = Cleaner.create();
        forget(third, log);
        while (OPEN.get() > 0) {
            System.gc();
        }
        System.out.print(log);
        System.out.println(System.identityHashCode(new Object()) + " " + new Thread(() -> { }).getName());
    }

    private static void forget(Cleaner cleaner, StringBuffer log) {
        new Resource(cleaner, "forgotten", log);
    }

    public static void main(String[] args) {
        StringBuffer log = new StringBuffer();
        Cleaner own = Cleaner.create(task -> {
            Thread t = new Thread(task, "own cleaner");
            t.setDaemon(true);
            return t;
        });
        List<Resource> open = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            open.add(new Resource(i % 2 == 0 ? CLEANER : own, "resource " + i, log));
        }
        Resource closed = open.remove(3);
        closed.close();
        forget(own, log);
        while (OPEN.get() > open.size()) {
            System.gc();
        }
        work(open, closed, log, own);
    }
}
