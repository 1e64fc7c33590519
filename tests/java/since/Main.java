import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Collects, then reports: what reports is edited. */
public class Main {
    static int seen;
    static int unread = 3;
    static final List<Record> RECORDS = new ArrayList<>();

    public static void main(String[] args) {
        Main main = new Main();
        int rounds = args.length + 3;
        int unused = rounds * rounds;
        System.out.println("collecting " + unused);
        for (int round = 0; round < rounds; round++) {
            main.collect(round);
        }
        String title = main.report("title", x -> "<" + x + ">"); // call
        System.out.println("end of " + title); // last
    }

    void collect(int round) {
        seen++;
        unread += round;
        RECORDS.add(round % 2 == 0 ? new Record(round, "even") : new Odd(round));
        System.out.println(RECORDS.get(round));
    }

    String report(String title, Function<String, String> quote) {
        int width = title.length() + seen;
        System.out.println("start"); // start
        Map<String, Integer> sums = new LinkedHashMap<>();
        for (Record record : RECORDS) {
            sums.merge(Report.key(record), record.weight(), Integer::sum);
        }
        System.out.println(sums);
        System.out.println(quote.apply(title) + " " + width); // print
        return title;
    }
}

class Record {
    static final int WIDTH = 1;
    final int size; // size
    final String kind;

    Record(int size, String kind) {
        this.size = size;
        this.kind = kind;
    }

    String label() {
        return kind + " " + size;
    }

    int weight() {
        return size; // weight
    }

    @Override
    public String toString() {
        return label();
    }
}

class Odd extends Record {
    Odd(int size) {
        super(size, "odd");
    } // odd
}

class Report {
    static String key(Record record) {
        return record.kind; // key
    }
}
