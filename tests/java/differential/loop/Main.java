/** The checkpoint is the body of a loop in main: counters, an array and a builder are live. */
public class Main {
    public static void main(String[] args) {
        int[] seen = new int[5];
        StringBuilder text = new StringBuilder();
        long product = 1;
        for (int i = 0; i < seen.length; i++) {
            product *= i + 2;
            seen[i] = i * i; // here
            text.append(seen[i]).append(i % 2 == 0 ? ',' : ';');
            System.out.println(i + " " + text + " " + product);
        }
        System.out.println("end " + product + " " + text.reverse());
    }
}
