import java.util.Properties;
import java.util.TreeSet;

/** Copies and lists the system properties, of which each of the three runs was given other ones. */
public class Main {
    public static void main(String[] args) {
        System.setProperty("program.own", "1");
        Properties before = (Properties) System.getProperties().clone();
        System.out.println("start"); // here
        for (String name : new TreeSet<>(before.stringPropertyNames())) {
            System.out.println(name);
        }
        System.out.println(System.getProperties().keySet().equals(before.keySet()));
    }
}
