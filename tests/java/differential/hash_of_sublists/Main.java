import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A held lambda of the JDK is read for the snapshot, which loads no class that the program would load later. */
public class Main {
    public static void main(String[] args) {
        List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3, 4, 5));
        List<Integer> part = numbers.subList(1, 4);
        Comparator<long[]> order = Comparator.comparing(each -> each[0]);
        System.out.println("checkpoint"); // here
        int sum = 0;
        for (int each : part) {
            sum += each;
        }
        System.out.println(sum + " " + order.compare(new long[] {1}, new long[] {2}));
        System.out.println(new Object());
    }
}
