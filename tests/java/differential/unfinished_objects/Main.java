/** The chain passes through arguments of constructors whose objects are not constructed yet, nested too. */
public class Main {
    record Pair(Object left, Object right) {}

    static class Box {
        final String label;
        final Object content;

        Box(String label, Object content, long weight) {
            this.label = label + weight;
            this.content = content;
        }

        @Override
        public String toString() {
            return label + "[" + content + "]";
        }
    }

    public static void main(String[] args) {
        StringBuilder log = new StringBuilder("log ");
        int n = log.length();
        Object made = new Pair(new Box("outer" + n, new Pair(log, outer(log, 7)), 5L), new StringBuilder("x").append(n));
        System.out.println(made);
        System.out.println(log);
    }

    static Box outer(StringBuilder log, int depth) {
        log.append("outer ");
        return depth > 100 ? null : new Box("inner", inner(log, depth), depth == 7 ? 70L : 0L);
    }

    static String inner(StringBuilder log, int depth) {
        log.append("inner ");
        System.out.println("before");
        log.append("after "); // here
        System.out.println("after");
        return "deep" + depth;
    }
}
