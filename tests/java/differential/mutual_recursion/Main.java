/** Two methods that call each other: the same ones lie several times in the chain, and others call them too. */
public class Main {
    static boolean even(int number, String path) {
        String here = path + number;
        if (number == 6) {
            System.out.println("before " + here); // here
        }
        boolean even = number == 0 || odd(number - 1, here);
        System.out.println("even " + here + even);
        return even;
    }

    static boolean odd(int number, String path) {
        long wide = number;
        boolean odd = number != 0 && even(number - 1, path + "o");
        System.out.println("odd " + path + wide + odd);
        return odd;
    }

    public static void main(String[] args) {
        System.out.println(even(8, "w"));
        System.out.println(even(10, "m"));
    }
}
