class RegionLoop {
    static int A = 1;
    static int total;
    static void crit(int v) {}
    static void checkpoint() {}
    public static void main(String[] args) {
        int last = A;
        int dead = 4;
        for (int i = 0; i < 3; i++) {
            checkpoint();
            total = total + last;
            last = total + i;
            dead = i;
            crit(dead);
        }
        crit(total);
    }
}
