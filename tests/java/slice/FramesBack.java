class FramesBack implements Runnable {
    static int A = 1;
    static int B = 4;
    final int mine;
    FramesBack(int mine) {
        this.mine = mine;
    }
    public void run() {
        each(0, A);
        each(1, mine);
    }
    static void each(int more, int extra) {
        java.util.List.of(more).forEach(v -> check(v + extra));
    }
    static void check(int v) {
        if (v == 5)
            throw new IllegalStateException("v");
    }
    public static void main(String[] args) {
        Runnable task = new FramesBack(B);
        new Thread(task).start();
    }
}
