/** Three static methods with locals of every type; each goes on working with them after its call. */
public class Main {
    static double total = 0.25;
    static final char[] LETTERS = "checkpoint".toCharArray();

    public static void main(String[] args) {
        byte small = (byte) args[0].length();
        short bit = (short) (small << 4);
        boolean odd = small % 2 == 1;
        double result = first(small, 1L << 33, odd);
        System.out.println(small + " " + bit + " " + odd + " " + result + " " + total + " " + args[1]);
    }

    static double first(int number, long big, boolean odd) {
        float third = number / 3f;
        char letter = LETTERS[number];
        long[] powers = {big, big * 2, big * 4};
        double below = second(powers, third, letter);
        return below + powers[1] + third + letter + (odd ? 1 : 2);
    }

    static double second(long[] powers, float third, char letter) {
        double local = powers[0] / 3.0;
        int unused = powers.length;
        total += third;
        System.out.println("before " + unused + letter);
        powers[2] += 7; // here
        local += powers[2] * total;
        System.out.println("after " + local + letter);
        return local;
    }
}
