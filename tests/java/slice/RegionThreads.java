import java.util.concurrent.*;
class RegionThreads {
    static int A = 1;
    static int B = 2;
    static int C = 3;
    static int D = 4;
    static volatile int seen;
    static volatile int begun;
    static final BlockingQueue<Integer> QUEUE = new LinkedBlockingQueue<>();
    static void crit(int v) {}
    static void checkpoint() {}
    static class Consumer extends Thread {
        public void run() {
            int own = A;
            begun = C;
            begin();
            serve(own);
        }
        void begin() {
            seen = B;
        }
        void serve(int factor) {
            int last = 0;
            try {
                last = QUEUE.take();
            } catch (InterruptedException e) {
                return;
            }
            seen = last * factor;
        }
    }
    static void work() throws Exception {
        checkpoint();
        QUEUE.put(D);
        while (seen == B) { Thread.onSpinWait(); }
        crit(seen + begun);
    }
    public static void main(String[] args) throws Exception {
        Thread consumer = new Consumer();
        consumer.start();
        while (consumer.getState() != Thread.State.WAITING) { Thread.onSpinWait(); }
        work();
    }
}
