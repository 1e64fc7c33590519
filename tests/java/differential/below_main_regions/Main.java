import java.io.FileWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Something else runs a method several times; several chains start there. */
public class Main {
    static final List<String> LOG = new ArrayList<>();
    static int total;

    private final String name;

    Main(String name) {
        this.name = name;
    }

    public static void main(String[] args) throws IOException {
        List<Main> all = List.of(new Main("a"), new Main("b"), new Main("c"));
        for (Main main : all) {
            LOG.add("before " + main.name);
            System.out.println("runs " + main.name);
            main.test();
            System.out.println("ran " + main.name + " " + LOG.size());
        }
        System.out.println(total);
        if (args.length > 0) {
            throw new IllegalStateException("behind it all");
        }
    }

    private void test() throws IOException {
        int twice = name.charAt(0) * 2;
        long sum = work(twice);
        try (FileWriter out = new FileWriter("log.txt", true)) {
            out.write(name + sum + "\n");
        }
        if (name.equals("b")) {
            System.out.println("seldom " + sum); // seldom
        }
        check(sum);
        System.out.println("last " + sum + " " + twice); // last
        total += twice;
    }

    private long work(int n) {
        total++;
        System.out.println("start " + n); // start
        LOG.add(name);
        System.out.println("noted " + LOG); // noted
        return n + total;
    }

    private void check(long sum) {
        System.out.println("check " + sum);
        deep(sum, 1);
        deep(sum, 2); // inner
    }

    private void deep(long sum, int by) {
        System.out.println("deep " + sum * by); // deep
    }
}
