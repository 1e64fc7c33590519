/** A main without parameters, in the class itself; patterns over records in a switch. */
class Main {
    sealed interface Shape permits Circle, Box {}

    record Circle(double radius) implements Shape {}

    record Box(int width, Object content) implements Shape {}

    static String describe(Object object, int depth) {
        return switch (object) {
            case null -> "nothing";
            case Circle(double radius) when radius > 10 -> "big circle";
            case Circle c -> "circle " + c.radius();
            case Box(int width, Box(int inner, var content)) -> {
                System.out.println("nested " + width + inner);
                String text = describe(content, depth + 1); // nested
                yield "box " + width + " in " + text + depth; // yield
            }
            case Box(var width, String text) -> "box of " + text + width;
            case Integer i when i > depth -> "int " + i; // guard
            default -> object.toString();
        };
    }

    static void main() {
        Object[] all = {null, new Circle(3), new Circle(30), new Box(1, new Box(2, 7)), new Box(4, "text"), 0, 'c'};
        for (Object each : all) {
            System.out.println(describe(each, 0)); // describe
        }
    }
}
