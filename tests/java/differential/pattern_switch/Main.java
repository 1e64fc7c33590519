import java.util.List;

/** Chains through what the compiler makes of patterns: switches by `invokedynamic`, record patterns, their exceptions. */
public class Main {
    sealed interface Shape permits Circle, Box, Pair {}

    record Circle(int radius) implements Shape {}

    record Box(int width, int height) implements Shape {}

    record Pair(Shape left, Shape right) implements Shape {}

    enum Colour { RED, GREEN }

    public static void main(String[] args) {
        int sum = 0;
        for (Shape shape : List.of(new Circle(2), new Pair(new Box(2, 3), new Circle(1)), new Box(1, 1))) {
            sum = sum * 10 + area(shape, Colour.GREEN); // area
        }
        System.out.println(sum);
        System.out.println(text(42) + text(null)
            + text("b" + args.length)); // text
    }

    static int area(Shape shape, Colour colour) {
        return switch (shape) {
            case Circle(int radius) when radius > 1 -> radius * measure("circle", radius); // circle
            case Circle c -> c.radius();
            case Box(int width, int height) -> width + measure("box", height); // box
            case Pair(Box(var w, var h), Shape right) -> w * h + area(right, colour) * measure("pair", w); // pair
            case Pair p -> 0;
        };
    }

    static int measure(String what, int n) {
        System.out.println(what + " " + n); // measure
        return n + 1;
    }

    static String text(Object o) {
        return switch (o) {
            case null -> "none";
            case String s when s.startsWith("b") -> s + shown(s); // shown
            case String s -> s;
            case Integer i -> "i" + i;
            default -> "other";
        };
    }

    static String shown(String s) {
        System.out.println("shown " + s); // showing
        return s + s;
    }
}
