/** What happens before the root is entered differs from run to run: the replay is refused. */
public class Main {
    public static void main(String[] args) {
        // the capturing jar has hooks, the replaying jar another set of classes: neither may be seen; a clock may
        int[] numbers = new int[(int) (System.nanoTime() & 0xffff) + 1];
        System.out.println(root(numbers));
    }

    static int root(int[] numbers) {
        numbers[0] = 5;
        System.out.println("here"); // here
        return numbers[0];
    }
}
