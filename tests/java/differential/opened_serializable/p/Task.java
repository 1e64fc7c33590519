package p;

public abstract class Task implements java.io.Serializable {
    private static final long serialVersionUID = 1;

    public abstract void run();

    public static Task make() {
        return new Impl();
    }
}

class Impl extends Task {
    int n = 3;

    public void run() {
        System.out.println("before"); // here
        System.out.println(n);
    }
}
