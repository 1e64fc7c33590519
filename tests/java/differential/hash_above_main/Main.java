/** Initialisers of what is above the main class are the first code of the program, and link concatenations and lambdas. */
public class Main extends Base implements Defaults {
    static int inner() {
        System.out.println("before"); // here
        return new Object().hashCode();
    }

    public static void main(String[] args) {
        System.out.println("main " + new Object().hashCode());
        System.out.println("after " + inner());
    }
}

class Base {
    static final String TEXT;

    static {
        TEXT = "a" + System.getProperty("java.vendor").length();
        System.out.println("base " + new Object().hashCode());
    }
}

interface Defaults {
    Runnable RUN = () -> System.out.println("run");
    int HASH = new Object().hashCode();

    default int hash() {
        return HASH;
    }
}
