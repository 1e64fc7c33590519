class S8U {
    static int A = 1;
    static int B = 2;
    static final Object L = new Object();
    static int x;
    static void crit(int v) {}
    static class T extends Thread {
        public void run() {
            synchronized (L) {
                x = A;
                x = B;
            }
        }
    }
    public static void main(String[] args) {
        new T().start();
        {
            crit(x);
        }
    }
}
