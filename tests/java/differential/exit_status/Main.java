/** The program ends by System.exit within the chain, with a shutdown hook added after the checkpoint. */
public class Main {
    public static void main(String[] args) {
        int status = 3;
        try {
            leave(status);
        } finally {
            System.out.println("never printed");
        }
    }

    static void leave(int status) {
        System.out.println("before");
        System.err.println("leaving with " + status); // here
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("shut down")));
        System.exit(status + 4);
    }
}
