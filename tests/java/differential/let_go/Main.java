import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** What locals held at the checkpoint is garbage when they are cleared behind it. */
public class Main {
    public static void main(String[] args) {
        Object kept = new Object();
        List<Object> list = new ArrayList<>(List.of(new byte[1000]));
        WeakReference<Object> object = new WeakReference<>(kept);
        WeakReference<Object> element = new WeakReference<>(list.get(0));
        System.out.println("before"); // here
        System.out.println((kept != null) + " " + list.size());
        kept = null;
        list = null;
        System.gc();
        System.out.println(object.get() == null);
        System.out.println(element.get() == null);
        for (int i = 0; i < 3; i++) {
            System.out.println(again(i));
        }
    }

    private static boolean again(int i) {
        WeakReference<Object> object = new WeakReference<>(new Object());
        System.gc();
        return object.get() == null && i >= 0;
    }
}
