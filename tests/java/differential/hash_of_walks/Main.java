import java.util.function.Function;

/** A chain through a function object: the capturing run walks its stack, and takes no identity hash that the program's call sites take. */
public class Main {
    public static void main(String[] args) {
        hash("start");
        Function<Integer, String> function = number -> work("number " + number);
        hash("made");
        System.out.println(function.apply(1));
        hash("applied");
        new Throwable("trace").printStackTrace(System.out);
        hash("printed");
    }

    static String work(String text) {
        hash("work");
        System.out.println("here " + text); // here
        return text + "!";
    }

    static void hash(String when) {
        System.out.println(when);
        System.out.println(System.identityHashCode(new Object()));
    }
}
