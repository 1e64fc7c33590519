import a.Util;
import java.util.List;
import java.util.function.Function;

public class Main {
    static int state;
    final int depth;

    Main(int depth) {
        this.depth = depth;
        Main.state += depth; // 11
    }

    static int twice(int x) {
        return 2 * x; // 15
    }

    static int twice(String s) {
        return twice(s.length()); // 19
    }

    void run(String[] args) {
        int x = twice(1) + twice(2); // 23
        x += twice(x); // 24
        log("run"); // 25
        step(3); // 26
        Shape shape = args.length > 0 ? new Circle() : new Square(); // 27
        x += shape.area(); // 28
        shape.describe(); // 29
        List<String> list = List.of("a", "b");
        list.forEach(this::log); // 31
        list.forEach(s -> { // 32
            log(s); // 33
        });
        Function<Integer, Integer> f = Main::increment; // 35
        f.apply(x); // 36
        new Task().run(); // 37
        new Thread(new Worker()).start(); // 38
        compare(new Version(1), new Version(2)); // 39
        Util.help(); // 40
        b.Util.help(); // 41
        Lazy.touch(); // 42
        new Inner().poke(); Vault.peek(); // 43
        protect(); // 44
    }

    static Integer increment(Integer x) {
        return x + 1; // 48
    }

    void log(String s) {
        state++; // 52
    }

    void step(int n) {
        if (n > 0) {
            step(n - 1); // 57
        } else {
            leaf(); // 59
        }
    }

    void leaf() {
        state--; // 64
    }

    static <T extends Comparable<T>> int compare(T x, T y) {
        return x.compareTo(y); // 68
    }

    void protect() {
        try {
            Util.help(); // 73
        } finally {
            leaf(); // 75
        }
    }

    static native void machine();

    static void hidden(String why) {
        state = 0; // 82
    }

    class Inner {
        void poke() {
            secret(); // 87
            Main.this.step(0); // 88
        }

        private void secret() {
            state++; // 92
        }
    }

    public static void main(String[] args) throws Exception {
        Main main = new Main(1); // 97
        if (args.length != 9) {
            main.run(args); // 99
        }
        Main.class.getDeclaredMethod("hidden", String.class).invoke(null, "x"); // 101
        start(); // 102
    }

    static void start() {
        new Main(2).leaf(); // 106
    }
}

abstract class Shape {
    abstract int area();

    void describe() {
        area(); // 114
    }
}

class Circle extends Shape {
    int area() {
        return 3; // 120
    }

    void describe() {
        super.describe(); // 124
    }
}

class Square extends Shape {
    int area() {
        return 4; // 130
    }
}

class Task implements Runnable {
    public void run() {
        Main.state++; // 136
    }
}

class Version implements Comparable<Version> {
    final int number;

    Version(int number) {
        this.number = number; // 144
    }

    public int compareTo(Version other) {
        return number - other.number; // 148
    }
}

class Lazy {
    static int value;

    static {
        value = 7; // 156
    }

    static void touch() {
    }
}

class Worker implements Runnable {
    public void run() {
        Main.state--; // 165
        new Circle().describe(); // 166
    }
}

class Vault {
    static class Box {
        private int open() {
            return 1; // 173
        }
    }

    static int peek() {
        return new Box().open(); // 178
    }
}
