import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * What the JDK keeps in objects that only its constants lead to, and what the JVM keeps: the program holds no charset, and has looked none
 * up by its name.
 */
public class Main {
    private static List<Set<String>> names() {
        return List.of(StandardCharsets.US_ASCII.aliases(), StandardCharsets.ISO_8859_1.aliases(), StandardCharsets.UTF_8.aliases(),
            StandardCharsets.UTF_16BE.aliases(), StandardCharsets.UTF_16LE.aliases(), StandardCharsets.UTF_16.aliases(),
            Charset.defaultCharset().aliases());
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        List<Set<String>> names = names();
        Class<?>[] none = StringBuilder.class.getConstructor().getParameterTypes();
        boolean same = none == StringBuilder.class.getConstructor().getParameterTypes(); // on newer JDKs
        System.out.println(names.size() + " " + none.length); // here
        List<Set<String>> again = names();
        for (int i = 0; i < names.size(); i++) {
            System.out.println((names.get(i) == again.get(i)) + " " + names.get(i).size());
        }
        System.out.println(same + " " + (none == StringBuilder.class.getConstructor().getParameterTypes()) + " "
            + (none == Thread.class.getMethod("currentThread").getParameterTypes()));
    }
}
