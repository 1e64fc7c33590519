class RegionAnew {
    static int A = 1;
    static int B = 2;

    static int work(int n) {
        int m = n + A;
        System.out.println("working");
        return m * B;
    }

    public static void main(String[] args) {
        int made = 0;
        for (int i = 0; i < 3; i++) {
            made = work(i);
            System.out.println(made);
        }
    }
}
