import java.lang.invoke.MethodHandles;

/** A class that a lookup finds by a computed name is initialised. */
public class Found {
    static int level = 1;

    static class Read1 {
        static {
            System.out.println("initialised at " + level);
        }
    }

    public static void main(String[] args) throws Throwable {
        level = 99;
        int number = args.length + 1;
        System.out.println("checkpoint"); // found
        Class<?> found = MethodHandles.lookup().findClass("Found$Read" + number);
        MethodHandles.lookup().ensureInitialized(found);
        System.out.println(found.getName());
    }
}
