/** The constructor of the object whose main the JVM calls is the first code of the program. */
public class Main {
    Runnable run = () -> System.out.println("run");

    void main() {
        System.out.println(new Object().hashCode());
        System.out.println("before"); // here
        System.out.println(new Object().hashCode());
        run.run();
    }
}
