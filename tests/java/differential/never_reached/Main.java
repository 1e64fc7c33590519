/** The line of the checkpoint is never reached: nothing to replay, and the program runs as ever. */
public class Main {
    public static void main(String[] args) {
        if (args.length > 5) {
            System.out.println("many arguments"); // here
        }
        System.out.println("end");
    }
}
