public class Other {
    static int seen = 4;
    static void go(int n) {
        int[] kept = {n, 2, 3};
        System.out.println("here " + kept.length);
        Spare.touch();
    }
}
