/** Another program than Small. */
public class Other {
    static int number = 3;

    static {
        System.out.println("the program runs");
    }

    public static void main(String[] args) {
        after(args.length);
    }

    static void after(int n) {
        System.out.println("before");
        System.out.println(n + number); // here
    }
}
