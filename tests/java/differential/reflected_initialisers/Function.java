/** The class of a lambda has an interface with a default method (JVMS 5.5). */
public class Function {
    static int level = 1;

    interface Shown {
        int READ = read();

        default void show() {
            System.out.println("shown");
        }

        void run();
    }

    static int read() {
        System.out.println("initialised at " + level);
        return level;
    }

    public static void main(String[] args) {
        level = 99;
        System.out.println("checkpoint"); // function
        Shown shown = () -> System.out.println("run");
        shown.run();
    }
}
