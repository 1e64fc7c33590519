/** Ends without hooks, before the arrival. */
public class Halts {
    public static void main(String[] args) {
        if (args.length > 0) {
            Runtime.getRuntime().halt(args[0].length());
        }
        after();
    }

    static void after() {
        System.out.println("arrived"); // here
    }
}
