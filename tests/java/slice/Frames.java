class Frames {
    static int A = 1;
    static int B = 2;
    static int C = 3;
    static int D = 4;
    static void down(int n, int a, int b) {
        if (n == 2)
            down(1, b, C);
        else if (n == 1)
            down(0, a, D);
        else
            crit(a);
    }
    static void crit(int v) {
        if (v > 0)
            throw new IllegalStateException("v");
    }
    public static void main(String[] args) {
        down(2, A, B);
    }
}
