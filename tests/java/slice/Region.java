class Region {
    static int A = 1;
    static int B = 2;
    static int C = 3;
    static int early;
    static int other;
    static int later;
    int part;
    static void prepare(int v) {
        early = v;
        other = v + 1;
    }
    static int mixed(int v) {
        return v + early;
    }
    static void crit(int v) {}
    static int work(Region it, int unused) {
        int local = B * 2;
        int over = C;
        checkpoint();
        over = 5;
        later = mixed(local);
        return later + it.part + over;
    }
    static void checkpoint() {}
    public static void main(String[] args) {
        prepare(A);
        Region it = new Region();
        it.part = mixed(B);
        int sum = work(it, 7);
        crit(sum);
        other = 0;
    }
}
