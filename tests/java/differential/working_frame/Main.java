import java.util.List;

/** A frame of the JDK goes on iterating inside the chain: it is resumed. */
public class Main {
    public static void main(String[] args) {
        List.of("a", "b").forEach(Main::show);
    }

    static void show(String text) {
        System.out.println(text); // here
    }
}
