import java.util.*; /** An entry of a map. */
class EntrySet {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Map<String,Integer> m = new TreeMap<>();
        m.put("k", 1);
        for (Map.Entry<String,Integer> e : m.entrySet()) e.setValue(A);
        crit(m.get("k"));
    }
}
