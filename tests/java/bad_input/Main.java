public class Main {
    static int total;
    public static void main(String[] args) {
        Other.go(args.length);
        System.out.println("end");
    }
}
