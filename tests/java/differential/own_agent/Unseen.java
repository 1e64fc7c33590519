/** The same, and used after the checkpoint alone. */
public class Unseen {
    public static int twice(int number) {
        return 2 * number;
    }
}
