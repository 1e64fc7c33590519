import java.lang.ref.WeakReference;

/** What a frame of the chain held at its call it may let go of behind it, before the arrival that is captured. */
public class Main {
    static void step(int i) {
        System.out.println("step " + i); // here
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            Object held = new byte[1000];
            WeakReference<Object> seen = new WeakReference<>(held);
            step(i);
            System.out.println(held != null);
            held = null;
            System.gc();
            System.out.println(seen.get() == null);
        }
    }
}
