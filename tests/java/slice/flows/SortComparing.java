import java.util.*; /** A comparator that the JDK makes of a function. */
class SortComparing {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        List<Integer> l = new ArrayList<>(List.of(1,2));
        Collections.sort(l, Comparator.comparing(x -> A * x));
        crit(l.get(0));
    }
}
