import java.net.URL;
import kept.Level;

/** The JDK loads a class by a name that it computes, and the class's initialiser reads a static. */
public class Main {
    @SuppressWarnings("deprecation")
    public static void main(String[] args) throws Exception {
        Level.level = 99;
        System.setProperty("java.protocol.handler.pkgs", "handlers".substring(args.length));
        System.out.println("checkpoint"); // here
        System.out.println(new URL("custom:x").openConnection());
    }
}
