import java.beans.Statement;

/** The JDK runs a method by name, which reads a static field by reflection. */
public class Main {
    static int number;

    public static class Shown {
        public void setShown(int n) throws ReflectiveOperationException {
            System.out.println(Main.class.getDeclaredField("number").getInt(null) + n);
        }
    }

    public static void main(String[] args) throws Exception {
        number = 41 + args.length;
        System.out.println("before"); // here
        new Statement(new Shown(), "setShown", new Object[] {1}).execute();
    }
}
