public class Named {
    static int level = 1;

    static class Read {
        static {
            System.out.println("initialised at " + level);
        }
    }

    public static void main(String[] args) throws Exception {
        level = 99;
        System.out.println("checkpoint"); // named
        System.out.println(Class.forName("Named$Read").getSimpleName());
    }
}
