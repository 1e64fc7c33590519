import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The JDK's own lambdas and enums take identity hashes where they are first used. With an argument only half of them are
 * used before the checkpoint, and the other half behind it for the first time, with what the runtime may use itself.
 */
public class Repeated {
    record Pair(String name, int number) {}

    enum Colour { RED, GREEN, BLUE }

    static int hash() {
        return System.identityHashCode(new Object());
    }

    static String lambdas() {
        Map<Integer, Long> grouped =
                Stream.of("a", "bb", "cc").collect(Collectors.groupingBy(String::length, Collectors.counting()));
        List<Pair> pairs = new ArrayList<>(List.of(new Pair("x", 2), new Pair("y", 1)));
        pairs.sort(Comparator.comparing(Pair::number).thenComparing(Pair::name));
        Function<Integer, Integer> both = Function.<Integer>identity().andThen(x -> x + 1).compose(x -> 2 * x);
        return grouped.values().stream().map(String::valueOf).collect(Collectors.joining(",")) + pairs.get(0).name()
                + both.apply(3) + IntStream.of(1, 2).summaryStatistics().getMax() + "a1".replaceAll("[0-9]", "#");
    }

    static String enums() {
        String date = LocalDate.of(2020, 1, 31).plusMonths(1).format(DateTimeFormatter.ofPattern("d MMM", Locale.US));
        return String.format("%4d|%.2f|%s", 7, 1.5, date) + TimeUnit.HOURS.toSeconds(1);
    }

    static String fresh() throws IOException {
        Path file = Path.of("repeated.txt");
        Files.writeString(file, "text\n");
        List<String> lines = Files.readAllLines(file);
        BitSet bits = new BitSet(8);
        bits.set(3);
        List<String> sorted = new ArrayList<>(List.of("c", "a"));
        Collections.sort(sorted);
        return lines + " " + bits + sorted + new TreeSet<>(List.of(2, 1)) + Arrays.asList(3, 4).subList(1, 2);
    }

    static void use(boolean half) {
        System.out.println(lambdas());
        System.out.println(hash());
        if (!half) {
            System.out.println(enums());
            System.out.println(hash());
        }
    }

    public static void main(String[] args) throws Exception {
        use(args.length > 0);
        after();
    }

    static void after() throws Exception {
        System.out.println("before");
        use(false); // here
        System.out.println(hash());
        System.out.println(System.identityHashCode(byte[].class));
        System.out.println(Repeated.class.getDeclaredMethod("hash").invoke(null));
        System.out.println(new Pair("z", 3).equals(new Pair("z", 3)));
        System.out.println(fresh());
        System.out.println(hash());
        System.out.println(Stream.of(Colour.values()).collect(Collectors.groupingBy(Function.identity())));
    }
}
