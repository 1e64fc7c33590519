import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;

/** Values computed for classes before the checkpoint are the same objects after it; removed ones are computed anew. */
public class Main {
    static int computed;

    /** Counts its computations, so that one too many is seen. */
    static final ClassValue<int[]> COUNTS = new ClassValue<>() {
        @Override
        protected int[] computeValue(Class<?> type) {
            System.out.println("computing for " + type.getSimpleName());
            return new int[] {++computed};
        }
    };

    /** Its values hold other class values, which nothing else holds. */
    static final class Nested extends ClassValue<ClassValue<List<Type>>> {
        @Override
        protected ClassValue<List<Type>> computeValue(Class<?> type) {
            return new ClassValue<>() {
                @Override
                protected List<Type> computeValue(Class<?> inner) {
                    System.out.println("list of " + type.getSimpleName() + " and " + inner.getSimpleName());
                    return new ArrayList<>(List.of(type, inner));
                }
            };
        }
    }

    interface Shape {}

    record Square(int side) implements Shape {}

    public static void main(String[] args) {
        Nested nested = new Nested();
        Class<?>[] asked = {Main.class, Square.class, Shape.class, String.class, List.of(1, 2).getClass(), int[].class, long.class};
        for (Class<?> type : asked) {
            COUNTS.get(type)[0] += 10;
        }
        int[] kept = COUNTS.get(Square.class);
        COUNTS.remove(Shape.class);
        nested.get(Main.class).get(Square.class).add(Shape.class);

        System.out.println("made"); // here
        for (Class<?> type : asked) {
            System.out.println(type.getSimpleName() + " " + COUNTS.get(type)[0]);
        }
        System.out.println(COUNTS.get(Square.class) == kept);
        System.out.println(nested.get(Main.class).get(Square.class).size());
        System.out.println(nested.get(Main.class).get(String.class).size());
        COUNTS.remove(String.class);
        System.out.println(COUNTS.get(String.class)[0] + " " + COUNTS.get(Thread.class)[0]);
    }
}
