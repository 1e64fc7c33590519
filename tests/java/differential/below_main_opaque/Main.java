import java.io.IOException;
import java.net.ContentHandler;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.List;

/** The receiver of the root extends a class of the JDK that is not copied, and leads to what code above it holds too. */
public class Main {
    static List<String> load(String name, List<String> errors) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            found.add(name + i); // here
            errors.add("e" + i);
        }
        return found;
    }

    static void walk(ContentHandler handler) throws IOException {
        for (int i = 0; i < 2; i++) {
            handler.getContent(null);
        }
    }

    public static void main(String[] args) throws IOException {
        List<String> all = new ArrayList<>(List.of("first"));
        List<String> errors = new ArrayList<>();
        int[] count = {0};
        walk(new ContentHandler() {
            @Override
            public Object getContent(URLConnection connection) {
                count[0]++;
                all.addAll(load("file" + count[0] + "-", errors));
                return this;
            }
        });
        System.out.println(all + " " + errors + " " + count[0]);
    }
}
