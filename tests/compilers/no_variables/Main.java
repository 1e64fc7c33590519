/** Without tables of variables the JVM's messages name them by where they are. */
public class Main {
    String name;

    void show(int times) {
        System.out.println("before"); // here
        try {
            System.out.println(name.length() + times);
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    void run() {
        show(3);
        try {
            System.out.println(name.isEmpty());
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) {
        new Main().run();
    }
}
