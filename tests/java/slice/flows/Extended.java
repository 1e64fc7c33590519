import java.util.*; /** A class that extends a list. */
class Extended {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    static class Sub extends ArrayList<Integer> { }
    public static void main(String[] args) throws Exception {
        Sub s = new Sub();
        s.add(A);
        crit(s.get(0));
    }
}
