import java.util.*; /** A map. */
class MapPut {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        Map<String,Integer> m = new HashMap<>();
        m.put("k", A);
        crit(m.get("k"));
    }
}
