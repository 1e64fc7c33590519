import java.util.function.IntConsumer;

/** Behind the region's end the program exits by a method reference: the replay ends with that status. */
public class Main {
    public static void main(String[] args) {
        System.out.println("before"); // here
        System.out.println("end");
        IntConsumer exit = args.length > 0 ? Runtime.getRuntime()::halt : Runtime.getRuntime()::exit;
        exit.accept(3);
    }
}
