/** The program ends by an exception thrown after the checkpoint, with a cause made before it. */
public class Main {
    static class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final int code;

        Failure(String message, Throwable cause, int code) {
            super(message, cause);
            this.code = code;
        }
    }

    public static void main(String[] args) {
        Throwable early = null;
        try {
            Integer.parseInt("no number");
        } catch (NumberFormatException e) {
            early = e;
        }
        try {
            risky(early, 1);
        } finally {
            System.out.println("finally in main");
        }
    }

    static void risky(Throwable early, int code) {
        System.out.println("before");
        System.out.println("after, " + early.getMessage()); // here
        System.out.println(early.getStackTrace().length > 0);
        throw new Failure("late", early, code);
    }
}
