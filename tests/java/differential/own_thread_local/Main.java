/** A thread-local variable with methods of its own, which run where the program calls them. */
public class Main {
    static class Told extends ThreadLocal<String> {
        @Override
        public void set(String value) {
            System.out.println("set " + value);
            super.set(value);
        }
    }

    static class Handed extends InheritableThreadLocal<String> {
        @Override
        public void set(String value) {
            System.out.println("handed " + value);
            super.set(value);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Told told = new Told();
        Handed handed = new Handed();
        told.set("a");
        handed.set("b");
        System.out.println("before"); // here
        System.out.println(told.get() + handed.get());
        Thread thread = new Thread(() -> System.out.println(told.get() + handed.get()));
        thread.start();
        thread.join();
    }
}
