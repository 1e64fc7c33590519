/** The lines marked with `live:` name the locals that are live before them; with `back:` those needed after the call. */
class Live {
    static int f(int n) {
        return n;
    }

    static long g(long a, int b) {
        return a + b;
    }

    static int straight(int a, int b) {
        int c = a + 1; // live: a b
        int dead = c * 2; // live: b c
        dead = 5; // live: b c
        f(dead); // live: b c dead
        return b + c; // live: b c
    }

    static int loop(int n) {
        int sum = 0; // live: n
        for (int i = 0; i < n; i++) {
            sum += f(i); // live: n sum i back: n i
        }
        return sum; // live: sum
    }

    static int handler(int n) {
        int saved = n;
        int other = n + 1;
        try {
            f(other); // live: n saved other back: n saved
            saved = f(n); // live: n saved back: saved
        } catch (RuntimeException e) {
            return saved; // live: saved
        }
        return saved; // live: saved
    }

    static long wide(long a, double d) {
        long b = g(a, 1); // live: a d back: d
        f(1); // live: d b back: d b
        return b + (long) d; // live: d b
    }

    static int finallyBlock(int n) {
        int m = n;
        try {
            return f(m); // live: n m back: n
        } finally {
            f(n); // live: n
        }
    }

    static int overwritten(int n) {
        int a = f(n); // live: n back: n
        a = f(n); // live: n back: n
        if (n > a) a = 4; // live: n a
        return a; // live: a
    }
}
