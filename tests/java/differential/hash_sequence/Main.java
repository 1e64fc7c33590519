import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Identity hashes taken before, at and after the checkpoint: default texts, and the order of tables keyed by them. */
public class Main {
    enum Colour { RED, GREEN, BLUE, WHITE }

    static final class Node {
        final String name;

        Node(String name) {
            this.name = name;
        }
    }

    static final Object FIRST = new Object();
    static final Set<Object> ALL = new HashSet<>();
    static final Map<Node, String> NODES = new IdentityHashMap<>();
    static final Map<Class<?>, String> CLASSES = new HashMap<>();
    static final Map<Colour, Integer> COLOURS = new HashMap<>();
    static final Set<Node> LATE = new HashSet<>();

    public static void main(String[] args) {
        System.out.println(text("first", FIRST, new Object()));
        for (int i = 0; i < 40; i++) {
            ALL.add(new Object());
            NODES.put(new Node(text("n", i)), text("early", i));
        }
        for (Class<?> type : List.of(Node.class, Colour.class, Main.class, String.class, int[].class, Node[].class)) {
            CLASSES.put(type, type.getSimpleName());
        }
        COLOURS.put(Colour.BLUE, 1);
        COLOURS.put(Colour.RED, 2);
        print("before");
        Object unhashed = new Object();
        List<Node> late = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            late.add(new Node(text("late", i)));
        }
        System.out.println(new Worker(late).work(unhashed));
        print("end");
        System.out.println(text("", unhashed, new Object()));
    }

    /** No "+": linking it in the replay again would take hashes. */
    static String text(String start, Object... parts) {
        StringBuilder text = new StringBuilder(start);
        for (Object part : parts) {
            text.append(' ').append(part);
        }
        return text.toString();
    }

    static void print(String when) {
        System.out.println(text(when, ALL));
        StringBuilder names = new StringBuilder();
        for (Node node : NODES.keySet()) {
            names.append(node.name).append(NODES.get(node)).append(' ');
        }
        System.out.println(names);
        System.out.println(text("", CLASSES.values(), COLOURS.keySet(), Node.class.hashCode(), Colour.RED.hashCode()));
        for (Node node : LATE) {
            System.out.print(text(node.name, node.hashCode()));
        }
        System.out.println();
    }

    static final class Worker {
        private final List<Node> late;

        Worker(List<Node> late) {
            this.late = late;
        }

        String work(Object unhashed) {
            System.out.println(text("worker", this));
            String text = new Object().toString();
            System.out.println(text); // here
            LATE.addAll(late);
            print("after");
            COLOURS.put(Colour.GREEN, 3);
            COLOURS.put(Colour.WHITE, 4);
            CLASSES.put(Later.class, "Later");
            CLASSES.put(long.class, "long");
            CLASSES.put(Worker.class, "Worker");
            System.out.println(text("", unhashed, new Later()));
            print("later");
            return text("worked", this, new Node("x"), text);
        }
    }

    static final class Later {}
}
