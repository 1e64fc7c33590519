import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;

/** What a waiting thread has of its own: name, group, priority, thread-locals, handler, interrupt, identity hashes, locals of all types. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final ThreadLocal<StringBuilder> OWN = ThreadLocal.withInitial(StringBuilder::new);
    static final InheritableThreadLocal<String> INHERITED = new InheritableThreadLocal<>();
    static final SynchronousQueue<Object> ASKED = new SynchronousQueue<>();
    static int started;

    static {
        started = 10; // a class initialiser starts a thread, before main
        Thread early = new Thread("early") {
            @Override
            public void run() {
                try {
                    Object question = ASKED.take();
                    OUT.add("early was asked " + question + " by " + ++started);
                } catch (InterruptedException e) {
                    OUT.add("interrupted");
                }
            }
        };
        early.setDaemon(true);
        early.start();
    }

    static void body(int depth, long big, float small, double exact, byte[] bytes, char letter) {
        if (depth > 0) {
            int before = bytes.length * depth;
            body(depth - 1, big + depth, small / 2, exact * depth, new byte[depth], (char) (letter + 1));
            OUT.add("depth " + depth + ": " + before + " " + big + " " + small + " " + exact + " " + letter);
            return;
        }
        OWN.get().append("made before");
        Object mine = new Object();
        String first = Integer.toHexString(mine.hashCode());
        boolean asked = false;
        short s = (short) 40000;
        try {
            synchronized (mine) {
                mine.wait();
            }
        } catch (InterruptedException e) {
            asked = true;
        }
        Thread t = Thread.currentThread();
        OUT.add("asked " + asked + ", hash kept " + first.equals(Integer.toHexString(mine.hashCode())) + " " + s);
        OUT.add(t.getName() + " " + t.getPriority() + " " + t.getThreadGroup().getName() + " " + t.isDaemon() + " " + t.isInterrupted());
        OUT.add(OWN.get().append(", gone on after") + " " + INHERITED.get());
        throw new IllegalStateException("at the end of " + t.getName());
    }

    public static void main(String[] args) throws Exception {
        INHERITED.set("from main");
        ThreadGroup group = new ThreadGroup("of mine");
        Thread t = new Thread(group, new Runnable() {
            @Override
            public void run() {
                body(3, 1L << 40, 1.5f, Math.PI, new byte[7], 'a');
            }
        }, "named");
        t.setPriority(7);
        t.setUncaughtExceptionHandler((thread, e) -> OUT.add("uncaught " + e.getMessage() + " at " + e.getStackTrace()[0].getMethodName()
            + " " + e.getStackTrace().length));
        t.start();
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        INHERITED.set("changed since");
        work(t);
    }

    static void work(Thread t) throws Exception {
        System.out.println("here " + started + " " + t.isAlive() + " " + t.getState());
        t.interrupt();
        t.join();
        while (!OUT.isEmpty()) {
            System.out.println(OUT.take());
        }
        ASKED.put("why");
        System.out.println(OUT.take());
        System.out.println(t.getState() + " " + started);
    }
}
