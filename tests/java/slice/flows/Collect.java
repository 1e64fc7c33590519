import java.util.*; /** A collector. */
class Collect {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Map<Integer, List<Integer>> m = List.of(1,2,3).stream().collect(java.util.stream.Collectors.groupingBy(x -> x % A));
        crit(m.size());
    }
}
