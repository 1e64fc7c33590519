import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Held lambdas of the JDK are read for the snapshot, which neither loads nor links what the program would later. */
public class Main {
    public static void main(String[] args) {
        List<Integer> numbers = new ArrayList<>(List.of(1, 2, 3, 4, 5));
        List<Integer> part = numbers.subList(1, 4);
        Comparator<long[]> order = Comparator.comparing(each -> each[0]);
        Predicate<String> matches = Pattern.compile("x").asPredicate();
        System.out.println("checkpoint"); // here
        int sum = 0;
        for (int each : part) {
            sum += each;
        }
        System.out.println(sum + " " + order.compare(new long[] {1}, new long[] {2}));
        System.out.println(new Object());
        System.out.println(List.of("a", "x").stream().anyMatch(matches));
        System.out.println(new Object());
    }
}
