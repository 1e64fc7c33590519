import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** Each method is a start of its own; `reads:` names the statics of this program that are expected, `not:` some that are not. */
class Reads {
    static int direct, called, written, inLambda, inReference, inCallback, inThread, inFinalizer, inString;
    static int inClinit, inSuperClinit, inDefault, inOverride, never, inEquals;

    static void direct() { // reads: direct not: called written never inClinit
        written = direct;
    }

    static void calls() { // reads: called not: direct
        callee();
    }

    static void callee() {
        if (called > 0) calls();
    }

    static void lambda(List<String> list) { // reads: inLambda
        list.forEach(text -> System.out.println(inLambda));
    }

    static int referenced() {
        return inReference;
    }

    static int reference() { // reads: inReference
        Supplier<Integer> supplier = Reads::referenced;
        return supplier.get();
    }

    static class ByField implements Comparator<String> {
        public int compare(String a, String b) {
            return a.length() - b.length() + inCallback;
        }
    }

    static void callback(ArrayList<String> list, Comparator<String> how) { // reads: inCallback
        list.sort(how);
    }

    static class Worker extends Thread {
        @Override
        public void run() {
            System.out.println(inThread);
        }
    }

    static class Old {
        @Override
        protected void finalize() {
            System.out.println(inFinalizer);
        }
    }

    static void nothing() { // reads: inThread inFinalizer inLambda inReference not: called
    }

    static class Printed {
        @Override
        public String toString() {
            return "" + inString;
        }

        @Override
        public boolean equals(Object other) {
            return inEquals == 0;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    static String concat(Object o) { // reads: inString
        return "<" + o + ">";
    }

    record Pair(Printed first, int second) {}

    static boolean records(Pair a, Pair b) { // reads: inEquals
        return a.equals(b);
    }

    static class Above {
        static int number = inSuperClinit;
    }

    static class Initialized extends Above {
        static final Object MADE = make();

        static Object make() {
            return inClinit;
        }
    }

    static void initializes() { // reads: inClinit inSuperClinit not: number
        new Initialized();
    }

    static int superStatic() { // reads: number inSuperClinit not: inClinit
        return Initialized.number;
    }

    interface Shape {
        default int sides() {
            return inDefault;
        }
    }

    static class Round implements Shape {
        @Override
        public int sides() {
            return inOverride;
        }
    }

    static class Square implements Shape {}

    static int dispatched(Shape shape) { // reads: inDefault inOverride
        return shape.sides();
    }

    static int exactly(Round round) { // reads: inOverride not: inDefault
        return round.sides();
    }

    enum Colour {
        RED, GREEN
    }

    static int enums() { // reads: $VALUES
        return Colour.valueOf("RED").ordinal();
    }

    static int unused() {
        return never;
    }
}

class Mirror {
    static int hidden;

    private static void secret() {
        System.out.println(hidden);
    }

    static void reflect(String name) throws Exception { // reads: hidden never everything
        Class.forName(name).getDeclaredMethod("secret").invoke(null);
    }

    static int readByNobody;

    static Object reflectOnFields(String name) throws Exception { // reads: hidden readByNobody everything
        return Class.forName("Mirror").getDeclaredField(name).get(null);
    }
}
