import java.util.Currency;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.zip.Deflater;

/** Class objects of the JDK's classes of which nothing but the name was used: the JVM has not linked them. */
public class Main {
    static final Class<?>[] TYPES = {UUID.class, Currency.class, Deflater.class, String[].class, java.util.concurrent.Phaser[].class, int.class};
    static final Map<Class<?>, Integer> COUNTS = new HashMap<>();

    public static void main(String[] args) {
        int length = TYPES.length;
        System.out.println(length); // here
        System.out.println(new Object().hashCode());
        for (Class<?> type : TYPES) {
            COUNTS.merge(type, 1, Integer::sum);
            System.out.println(type.getName() + " " + type.hashCode());
        }
        System.out.println(COUNTS + " " + new Object().hashCode());
        System.out.println(TYPES[0] == UUID.class && TYPES[3] == String[].class);
    }
}
