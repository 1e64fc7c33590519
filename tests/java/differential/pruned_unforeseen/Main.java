import java.net.URL;
import kept.Kept;

/** The JDK loads a class by a name that it computes: code that the analysis does not see reads a field that is left out. */
public class Main {
    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        System.setProperty("java.protocol.handler.pkgs", "handlers");
        System.out.println(Kept.kept.value);
        System.out.println("checkpoint"); // here
        System.out.println(Kept.kept.getClass());
        System.out.println(new URL("custom:x").openConnection());
    }
}
