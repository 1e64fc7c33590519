import java.lang.ref.WeakReference;

/** What was only passed on is let go of by the caller, in the capturing run too. */
public class Main {
    static WeakReference<Object> seen;
    static WeakReference<Object> receiver;

    void go(Object o) {
        seen = new WeakReference<>(o);
        receiver = new WeakReference<>(this);
        System.out.println("before"); // here
    }

    static void middle() {
        new Main().go(new byte[1000]);
        System.gc();
        System.out.println((seen.get() == null) + " " + (receiver.get() == null));
    }

    public static void main(String[] args) {
        middle();
    }
}
