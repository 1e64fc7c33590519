/** Half a character at the checkpoint. */
public class Main {
    public static void main(String[] args) {
        System.out.print('\ud83d');
        args = args.clone(); // here
        System.out.println('\ude00');
    }
}
