/** The lines marked with `held:` name how many monitors are held before the last call on the line. */
class Locks {
    static void x() {}

    static final Object A = new Object(), B = new Object();

    static void one(Object o) {
        x(); // held: 0
        synchronized (o) {
            x(); // held: 1
        }
        x(); // held: 0
    }

    static void nested() {
        synchronized (A) {
            x(); // held: 1
            synchronized (B) {
                x(); // held: 2
            }
            x(); // held: 1
        }
    }

    static int left(int n) {
        for (int i = 0; i < n; i++) {
            synchronized (A) {
                if (i == 3) break;
                if (i == 2) continue;
                x(); // held: 1
                if (i == 1) return i;
            }
            x(); // held: 0
        }
        x(); // held: 0
        return 0;
    }

    static void thrown() {
        try {
            synchronized (A) {
                x(); // held: 1
            }
        } catch (RuntimeException e) {
            x(); // held: 0
        } finally {
            x(); // held: 0
        }
    }

    static void moved(Object o) {
        synchronized (o) {
            o = null;
            x(); // held: 1
        }
    }

    static void chosen(Object o, Object p, boolean b) {
        Object q = b ? o : p;
        synchronized (q) {
            q = o;
            x(); // held: 1
        }
    }
}
