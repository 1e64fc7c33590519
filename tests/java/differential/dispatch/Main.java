import java.util.List;

/** Chains through interface, default, private, super and overridden methods; other receivers pass the same calls. */
public class Main {
    interface Shape {
        double area(int depth);

        default double twice(int depth) {
            return 2 * area(depth);
        }
    }

    static class Square implements Shape {
        double side = 3;

        @Override
        public double area(int depth) {
            return side * side;
        }
    }

    static class Tilted extends Square {
        @Override
        public double area(int depth) {
            return super.area(depth) + hidden(depth);
        }

        private double hidden(int depth) {
            System.out.println("before " + depth);
            side += depth; // here
            System.out.println("after " + side);
            return side;
        }
    }

    static class Circle implements Shape {
        @Override
        public double area(int depth) {
            return 3.14;
        }

        @Override
        public double twice(int depth) {
            return area(depth);
        }
    }

    public static void main(String[] args) {
        List<Shape> shapes = List.of(new Square(), new Circle(), new Tilted(), new Circle(), new Tilted());
        double sum = 0;
        for (int i = 0; i < shapes.size(); i++) {
            sum += shapes.get(i).twice(i);
            System.out.println(i + ": " + sum);
        }
    }
}
