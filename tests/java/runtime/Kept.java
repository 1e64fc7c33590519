/** Has locals that it uses only behind a region's end. */
public class Kept {
    public static void main(String[] args) {
        int outer = args.length + 2;
        outer = outer * 3 + after(outer);
        System.out.println("sum " + outer);
    }

    static int after(int start) {
        int kept = start + 1;
        System.out.println("start"); // here
        int shown = last(start);
        System.out.println("after " + shown);
        return kept;
    }

    static int last(int n) {
        long late = n + 5;
        System.out.println("last"); // end
        return (int) late;
    }
}
