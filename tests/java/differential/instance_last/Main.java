import java.util.ArrayList;
import java.util.List;

/** Every arrival may be the last one; the last one counts. */
public class Main {
    private final List<String> names = new ArrayList<>();

    public static void main(String[] args) {
        Main main = new Main();
        for (String name : "one two three four".split(" ")) {
            main.add(name);
        }
        System.out.println("all " + main.names);
    }

    void add(String name) {
        System.out.println("adding " + name);
        names.add(name); // here
        System.out.println("added " + names.size());
    }
}
