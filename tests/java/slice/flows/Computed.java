import java.util.*; /** A map of lists. */
class Computed {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Map<String,List<Integer>> m = new HashMap<>();
        m.computeIfAbsent("k", k -> new ArrayList<>()).add(A);
        crit(m.get("k").get(0));
    }
}
