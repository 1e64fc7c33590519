import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.text.MessageFormat;
import java.util.HashMap;
import java.util.Map;

/** Pattern switches, annotations and formats, whose first use has the JDK read class files, and identity hashes behind them. */
public class Main {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Size {
        int value();
    }

    sealed interface Shape permits Circle, Square {}

    @Size(3)
    record Circle(double radius) implements Shape {}

    record Square(Colour colour, double side) implements Shape {}

    enum Colour {
        RED,
        GREEN,
        BLUE
    }

    static String describe(Object o) {
        return switch (o) {
            case Circle(double radius) when radius > 2 -> "large circle";
            case Circle c -> "circle " + c.radius();
            case Square(Colour colour, double side) -> colour + " square " + side;
            default -> "other";
        };
    }

    public static void main(String[] args) {
        Map<Colour, Integer> counts = new HashMap<>();
        System.out.println("start"); // early
        System.out.println(describe(new Circle(1)) + ", " + describe(new Square(Colour.GREEN, 2)));
        System.out.println(new Object().hashCode());
        for (Colour colour : Colour.values()) {
            counts.merge(colour, 1, Integer::sum);
        }
        System.out.println(describe("text") + counts);
        System.out.println(new Square(Colour.RED, 1).hashCode());
        System.out.println(Circle.class.getAnnotation(Size.class).value() + " " + new Object().hashCode());
        System.out.println(MessageFormat.format("{0} of {1,number}", "three", 4.5) + " " + new Object().hashCode());
        System.out.println("end"); // end
        System.out.println(counts + " " + new Object().hashCode());
    }
}
