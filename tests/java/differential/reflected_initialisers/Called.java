public class Called {
    static int level = 1;

    public static class Read {
        static {
            System.out.println("initialised at " + level);
        }

        public static void call() {}
    }

    public static void main(String[] args) throws Exception {
        level = 99;
        System.out.println("checkpoint"); // called
        Read.class.getMethod("call").invoke(null);
    }
}
