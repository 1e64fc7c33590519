import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** What was there at the root's entry may be collected before the checkpoint, as without jcp. */
public class Main {
    public static void main(String[] args) {
        List<Object> held = new ArrayList<>();
        held.add(new int[] {1, 2, 3});
        held.add("kept");
        WeakReference<Object> weak = new WeakReference<>(held.get(0));
        List<WeakReference<Object>> references = List.of(weak);
        root(held, references);
        System.out.println(held + " " + weak.get() + " " + references.get(0).refersTo(null));
    }

    static void root(List<Object> held, List<WeakReference<Object>> references) {
        held.remove(0);
        for (int i = 0; i < 100 && references.get(0).get() != null; i++) {
            System.gc();
        }
        System.out.println(references.get(0).get() == null); // here
        held.add("more");
    }
}
