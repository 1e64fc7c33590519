import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What the JDK keeps in objects that only its constants lead to, and what the JVM keeps: no method has looked a charset up by its name. */
public class Main {
    private static final Charset[] CHARSETS = {StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8,
        StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16, Charset.defaultCharset()};

    public static void main(String[] args) throws ReflectiveOperationException {
        List<Set<String>> names = new ArrayList<>();
        for (Charset charset : CHARSETS) {
            names.add(charset.aliases());
        }
        Class<?>[] none = StringBuilder.class.getConstructor().getParameterTypes();
        boolean same = none == StringBuilder.class.getConstructor().getParameterTypes(); // on newer JDKs
        System.out.println(names.size() + " " + none.length); // here
        for (int i = 0; i < CHARSETS.length; i++) {
            System.out.println(CHARSETS[i] + " " + (names.get(i) == CHARSETS[i].aliases()) + " " + names.get(i).size());
        }
        System.out.println(same + " " + (none == StringBuilder.class.getConstructor().getParameterTypes()) + " "
            + (none == Thread.class.getMethod("currentThread").getParameterTypes()));
    }
}
