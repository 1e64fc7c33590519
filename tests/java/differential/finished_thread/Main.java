/** A thread that has ended before the checkpoint, its object and its result still in use. */
public class Main {
    private static volatile int result;
    private static final ThreadLocal<StringBuilder> OWN = ThreadLocal.withInitial(StringBuilder::new);

    public static void main(String[] args) throws InterruptedException {
        OWN.get().append("main's");
        Thread other = new Thread(() -> {
            OWN.get().append("other's");
            result = 6 * 7;
        }, "other");
        other.start();
        other.join();
        System.out.println("before " + result);
        System.out.println(OWN.get().append(" own")); // here
        System.out.println(Thread.currentThread().getName() + " " + result);
    }
}
