/** Ids of threads, where a garbage collection falls into the capture: on newer JDKs its workers, which the JVM starts then, take ids, too. */
public class Main {
    public static void main(String[] args) {
        byte[][] kept = new byte[96][];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new byte[16 << 10];
        }
        System.out.println(new Thread().getId()); // here
        System.out.println(kept.length + " " + new Thread().getName());
        Thread next = new Thread(() -> System.out.println(Thread.currentThread().getId()));
        next.start();
    }
}
