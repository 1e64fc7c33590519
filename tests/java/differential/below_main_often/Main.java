import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/** The root is entered often, and comes to the checkpoint at most once each time; other entries are of no interest. */
public class Main {
    private static final List<Object> SEEN = new ArrayList<>();
    /** To an object that nothing else holds: looking at what the root reaches collects it first. */
    private static WeakReference<Object> weak;

    static class Item {
        final int number;

        Item(int number) {
            this.number = number;
        }
    }

    static int work(List<Item> items, int round) {
        Object mark = new Object();
        SEEN.add(mark);
        int sum = items.get(round).number; // here
        System.out.println(round + " " + sum + " " + SEEN.size() + " " + (mark.hashCode() == SEEN.get(SEEN.size() - 1).hashCode()));
        return sum;
    }

    static int root(List<Item> items, int round) {
        if (round % 3 == 0) {
            return -1;
        }
        return work(items, round);
    }

    public static void main(String[] args) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            items.add(new Item(i));
        }
        int sum = 0;
        for (int round = 0; round < 60; round++) {
            weak = new WeakReference<>(new Object());
            sum += root(items, round);
        }
        System.out.println(sum + " " + SEEN.size());
    }
}
