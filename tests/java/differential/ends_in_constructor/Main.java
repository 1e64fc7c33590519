/** The way to the region's end leads through a constructor in which it starts, and on through a function object. */
public class Main {
    Main(Runnable task) {
        System.out.println("before"); // here
        task.run();
        System.out.println("after");
    }

    static void task() {
        System.out.println("inside");
        System.out.println("end");
    }

    public static void main(String[] args) {
        new Main(Main::task);
        System.out.println("done");
    }
}
