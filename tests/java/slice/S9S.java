class S9S {
    static int A = 1;
    static int B = 2;
    static int C = 3;
    static int x;
    static int y;
    static void crit(int v) {}
    static class T extends Thread {
        public void run() {
            crit(x);
            x = B;
        }
    }
    public static void main(String[] args) {
        y = C;
        x = A;

            new T().start();
        x = y;
    }
}
