/** Prints locals and statics of primitive types and strings after the checkpoint. */
public class Varied {
    static int limit = Integer.parseInt("5");
    static String name = "static " + limit;
    static boolean on;
    static char letter = (char) ('a' + limit);
    static byte small = (byte) limit;
    static short medium = (short) limit;
    static Object other = new int[limit];

    public static void main(String[] args) {
        int depth = args.length + 2;
        on = depth > 100;
        Other.limit = depth;
        after(depth, "text", depth * 3L, 1.5f, depth / 2.0, depth > 1, 'x');
        System.out.println("main " + depth);
    }

    static void after(int depth, String text, long big, float part, double ratio, boolean flag, char sign) {
        int unused = depth * 2;
        System.out.println(unused); // here
        System.out.println(depth + " " + text + " " + big + " " + part + " " + ratio + " " + flag + " " + sign);
        System.out.println(limit + " " + name + " " + on + " " + letter + " " + small + " " + medium + " " + Other.limit);
        System.out.println(other.getClass());
    }

    static class Other {
        static int limit;
    }
}
