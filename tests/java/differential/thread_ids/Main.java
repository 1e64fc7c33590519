/** Threads made after the checkpoint have the ids and names that they would have had. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        run();
        System.out.println("before");
        run(); // here
        run();
    }

    static void run() throws InterruptedException {
        Thread thread = new Thread(() -> {
            Thread self = Thread.currentThread();
            System.out.println(self.getName() + " " + self.getId());
        });
        thread.start();
        thread.join();
    }
}
