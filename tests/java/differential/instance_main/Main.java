import java.util.ArrayList;
import java.util.List;

/** The main class's instance is made by the JVM, with side effects that may not happen again. */
class Main {
    static int made;
    final List<String> log = new ArrayList<>();
    final String name;

    Main() {
        name = "instance " + ++made;
        System.out.println("constructed " + name);
    }

    void main(String[] args) {
        log.add("start");
        int n = args.length + 2;
        System.out.println(step(n) + " " + log); // step
        if (made == 1) {
            new Main().main(new String[2]);
        }
        System.out.println(name + made + log);
    }

    private int step(int n) {
        log.add("step " + n); // here
        return n * made;
    }
}
