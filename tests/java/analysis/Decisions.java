/** In each method the call of `x` is the point; the lines marked with `<-` decide whether it is reached. */
class Decisions {
    static int count;

    static void x() {}

    static boolean p(int n) {
        return n > count;
    }

    static void straight(int n) {
        if (p(n)) count++;
        x(); // point
    }

    static void whileLoop(int n) {
        while (p(n--)) { // <- predicate
            if (p(3)) count++;
            x(); // point
        }
    }

    static void nestedLoops(int n) {
        for (int i = 0; i < n; i++) { // <- predicate
            if (p(i)) continue; // <- predicate
            for (int j = 0; j < i; j++) { // <- predicate
                x(); // point
            }
            while (p(count)) count--;
        }
    }

    static void doWhile(int n) {
        do {
            x(); // point
        } while (p(n--)); // <- predicate
    }

    static void forever(int n) {
        for (;;) {
            if (p(n++)) count++;
            if (p(n)) { // <- predicate
                x(); // point
            }
        }
    }

    static void beforeForever(int n) {
        if (p(n)) { // <- predicate
            x(); // point
            for (;;) count++;
        }
    }

    static void switched(int n) {
        switch (n) { // <- switch
            case 1:
                count++;
                break;
            case 2:
                count--;
            case 7:
                x(); // point
                break;
            default:
                count = 0;
        }
    }

    static void strings(String s) {
        switch (s) { // <- switch
            case "a" -> x(); // point
            default -> count++;
        }
    }

    static void afterThrower(int n) {
        try {
            p(n); // <- throw
            x(); // point
        } catch (RuntimeException e) {
            count++;
        }
    }

    static void inHandler(int n) {
        try {
            count = 0; // <- throw
            p(n); // <- throw
        } catch (RuntimeException e) {
            x(); // point
        }
    }

    static void afterHandler(int n) {
        try {
            p(n);
        } catch (RuntimeException e) {
            count++;
        }
        x(); // point
    }

    static void thrown(int n) {
        if (p(n)) throw new IllegalStateException(); // <- predicate
        x(); // point
    }

    static void returned(int n) {
        if (n > 3 // <- predicate
            && p(n)) return; // <- predicate
        x(); // point
    }

    static boolean transitive(int n) {
        if (n > 3) { // <- predicate
            boolean b = p(n) ? p(1) : p(2);
            if (b) { // <- predicate
                x(); // point
            }
        }
        return false;
    }
}
