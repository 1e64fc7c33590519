import java.util.ArrayList;
import java.util.List;

/** Something else runs a method several times; chains start there, and the regions have ends. */
public class Main {
    static final List<String> LOG = new ArrayList<>();
    static int total;

    private final String name;

    Main(String name) {
        this.name = name;
    }

    public static void main(String[] args) {
        String way = args.length > 0 ? args[0] : "";
        List<Main> all = List.of(new Main("a"), new Main("b"), new Main("c"));
        for (Main main : all) {
            LOG.add("before " + main.name);
            System.out.println("runs " + main.name);
            main.test(way);
            System.out.println("ran " + main.name + " " + LOG.size());
        }
        if (way.equals("fail")) {
            throw new IllegalStateException("behind it all");
        }
        if (way.equals("runtime")) {
            Runtime.getRuntime().exit(7);
        }
        System.out.println(total);
    }

    private void test(String way) {
        int twice = name.charAt(0) * 2;
        long sum = work(twice, way);
        if (name.equals("b")) {
            System.out.println("seldom " + sum); // seldom
        }
        check(sum);
        System.out.println("last " + sum + " " + twice); // last
        total += twice;
    }

    private long work(int n, String way) {
        total++;
        System.out.println("start " + n); // start
        if (way.equals("exit")) {
            System.exit(5);
        }
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
