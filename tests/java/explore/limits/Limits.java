import java.util.ArrayList;
import java.util.List;

/** Programs that come to the limits of a JVM, one of whose threads goes on beside. */
public class Limits {
    static int x;

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> x = 1);
        other.start();
        switch (args[0]) {
            case "overflow" -> deeper(0);
            case "caught" -> {
                try {
                    deeper(0);
                } catch (StackOverflowError error) {
                    x += 2;
                }
            }
            case "memory" -> fill();
            case "memoryInThread" -> {
                Thread filling = new Thread(Limits::fill);
                filling.start();
                filling.join();
            }
            case "loop" -> loop();
            case "loopAtEnd" -> {
                try {
                    synchronized (Limits.class) {
                        x++;
                    }
                    throw new IllegalStateException("over");
                } finally {
                    loop();
                }
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        other.join();
    }

    static int deeper(int at) {
        return deeper(at + 1) + x;
    }

    static void fill() {
        List<long[]> all = new ArrayList<>();
        while (x < 10) {
            all.add(new long[1 << 20]);
        }
    }

    static void loop() {
        int at = 0;
        while (at >= 0) {
            at = (at + 1) & 1023;
        }
    }
}
