import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;

/** The chain passes through doPrivileged, which wraps a checked exception that is thrown after the checkpoint. */
@SuppressWarnings("removal")
public class Main {
    static int count;

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            int number = i;
            try {
                System.out.println(AccessController.doPrivileged((PrivilegedExceptionAction<Integer>) () -> act(number)));
            } catch (PrivilegedActionException e) {
                System.out.println("wrapped " + e.getException().getMessage() + " " + i);
            }
        }
    }

    static int act(int number) throws Exception {
        count += number;
        System.out.println("act " + number + " " + count); // here
        if (number == 1) {
            throw new Exception("one");
        }
        return number;
    }
}
