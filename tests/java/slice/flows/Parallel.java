/** A parallel stream. */
class Parallel {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        int s = java.util.stream.IntStream.range(0, 10).parallel().map(x -> x * A).sum();
        crit(s);
    }
}
