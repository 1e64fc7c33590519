package p;

import java.util.function.Supplier;

public abstract class Task implements java.io.Serializable {
    private static final long serialVersionUID = 1;

    public abstract void run(Runnable then);

    public static Task[] make() {
        return new Task[] {new Nesting(), new Plain()};
    }
}

final class Nesting extends Task {
    int n = 3;

    static class Inner implements java.io.Serializable {}

    public void run(Runnable then) {
        Supplier<Inner> inner = Inner::new;
        then.run();
        System.out.println(n + " " + (inner.get() != null));
    }
}

class Plain extends Task {
    int n = 4;

    public void run(Runnable then) {
        System.out.println("before"); // here
        System.out.println(n);
    }
}
