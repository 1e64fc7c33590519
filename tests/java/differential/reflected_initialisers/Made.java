public class Made {
    static int level = 1;

    public static class Read {
        static {
            System.out.println("initialised at " + level);
        }
    }

    public static void main(String[] args) throws Exception {
        level = 99;
        System.out.println("checkpoint"); // made
        System.out.println(Read.class.getDeclaredConstructor().newInstance().getClass());
    }
}
