class RegionTimed {
    static int A = 1;
    static int B = 2;
    static volatile int late;
    static volatile int early;
    static void crit(int v) {}
    static void checkpoint() {}
    static void work() {
        checkpoint();
        while (late == 0) { Thread.onSpinWait(); }
        crit(late + early);
    }
    static void later() {
        late = A;
    }
    static void ended() {
        early = B;
    }
    static class Task extends java.util.TimerTask {
        public void run() { later(); }
    }
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(RegionTimed::ended);
        t.start();
        t.join();
        new java.util.Timer(true).schedule(new Task(), 1000);
        work();
    }
}
