/** The third of many arrivals, in two nested loops with labels. */
public class Main {
    static int rounds;

    public static void main(String[] args) {
        int sum = 0;
        outer:
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                if (j > i) {
                    continue outer;
                }
                if (i + j == 6) {
                    break outer;
                }
                sum = step(sum, i, j);
                System.out.println(i + "," + j + " -> " + sum);
            }
        }
        System.out.println("sum " + sum + " after " + rounds);
    }

    static int step(int sum, int i, int j) {
        rounds++;
        int more = sum + 10 * i; // here
        return more + j;
    }
}
