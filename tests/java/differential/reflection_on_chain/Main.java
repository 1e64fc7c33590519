import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.TreeSet;

/** Reflection shows the methods, constructors and fields of the chain's classes as the program declared them. */
public class Main {
    private final int size;

    private Main(int size) {
        this.size = size;
        show();
        System.out.println("made"); // here
    }

    public static void main(String[] args) {
        run(2);
        show();
    }

    static void run(int size) {
        System.out.println(new Main(size).size);
    }

    static void show() {
        TreeSet<String> methods = new TreeSet<>();
        for (Method method : Main.class.getDeclaredMethods()) {
            methods.add(method.toString());
        }
        System.out.println(methods);
        System.out.println(Main.class.getMethods().length);
        System.out.println(Arrays.toString(Main.class.getDeclaredConstructors()));
        System.out.println(Arrays.toString(Main.class.getDeclaredFields()));
    }
}
