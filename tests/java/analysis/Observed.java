import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Prints the stack at many places of it; all that is on it has to be in the static answer. */
public class Observed {
    interface Shape {
        double area();

        default String label() {
            seen();
            return "shape of " + area();
        }
    }

    record Square(double side) implements Shape {
        public double area() {
            seen();
            return side * side;
        }
    }

    static class Circle implements Shape, Comparable<Circle>, Iterable<String> {
        static final double PI = pi();
        final double radius;

        Circle(double radius) {
            this.radius = radius;
        }

        static double pi() {
            seen();
            return 3;
        }

        public double area() {
            seen();
            return PI * radius * radius;
        }

        public int compareTo(Circle other) {
            seen();
            return Double.compare(radius, other.radius);
        }

        @Override
        public boolean equals(Object other) {
            seen();
            return other instanceof Circle circle && circle.radius == radius;
        }

        @Override
        public int hashCode() {
            seen();
            return (int) radius;
        }

        @Override
        public String toString() {
            seen();
            return "circle";
        }

        public Iterator<String> iterator() {
            seen();
            return List.of("a", "b").iterator();
        }
    }

    static synchronized void seen() {
        StackTraceElement[] stack = new Throwable().getStackTrace();
        StringBuilder line = new StringBuilder();
        for (int i = 1; i < stack.length; i++) {
            line.append(stack[i].getClassName()).append('.').append(stack[i].getMethodName()).append(' ');
        }
        System.out.println(line);
    }

    static <T, R> R apply(Function<T, R> function, T value) {
        return function.apply(value);
    }

    static String lambda(Object value) {
        seen();
        return "of " + value;
    }

    public static void main(String[] args) throws Exception {
        List<Shape> shapes = new ArrayList<>(List.of(new Square(2), new Circle(1), new Circle(3)));
        shapes.sort(Comparator.comparingDouble(Shape::area));
        shapes.forEach(Shape::label);
        shapes.removeIf(shape -> shape.equals(new Circle(1)));
        Map<Circle, String> hashed = new HashMap<>();
        hashed.put(new Circle(1), "one");
        hashed.computeIfAbsent(new Circle(1), Observed::lambda);
        hashed.computeIfAbsent(new Circle(2), Observed::lambda);
        TreeMap<Circle, String> sorted = new TreeMap<>(hashed);
        sorted.merge(new Circle(2), "x", (a, b) -> a + b);
        System.out.println(new StringBuilder().append(sorted).length());
        for (String text : new Circle(7)) {
            apply(Observed::lambda, text);
        }
        shapes.stream().map(Shape::area).filter(area -> area > 1).forEach(Observed::lambda);
        Thread thread = new Thread(Observed::seen);
        thread.start();
        thread.join();
        try {
            thrower();
        } catch (IllegalStateException e) {
            lambda(e);
        }
    }

    static void thrower() {
        throw new IllegalStateException() {
            @Override
            public String toString() {
                seen();
                return "thrown";
            }
        };
    }
}
