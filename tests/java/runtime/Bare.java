import java.util.List;

/** The chain leads through a method of the JDK that goes on working after its call. */
public class Bare {
    static void after(String each) {
        System.out.println("after " + each); // here
    }

    public static void main(String[] args) {
        List.of("a", "b").forEach(each -> after(each));
        System.out.println("end");
    }
}
