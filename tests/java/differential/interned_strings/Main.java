/** Strings that the program interned itself stay the interned ones, those that it did not stay others. */
public class Main {
    interface Change {
        String of(String text);
    }

    public static void main(String[] args) {
        Change intern = String::intern;
        String called = (args[0] + 1).intern();
        String referred = intern.of(args[0] + 2);
        String other = args[0] + 3;
        System.out.println("before");
        System.out.println(called == (args[0] + 1).intern()); // here
        System.out.println(referred == intern.of(args[0] + 2));
        System.out.println(other == (args[0] + 3).intern());
    }
}
