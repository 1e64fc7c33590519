/** Without line numbers and variable names, places are offsets. */
public class Main {
    public static void main(String[] args) {
        long total = 3;
        for (int i = 0; i < 3; i++) {
            total += step(i, total) * 2;
        }
        System.out.println(total);
    }

    static long step(int i, long total) {
        System.out.println("step " + i);
        return i + total;
    }
}
