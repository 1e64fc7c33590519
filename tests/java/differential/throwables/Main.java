import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** Exceptions thrown before the checkpoint: traces, causes, suppressed ones, their own fields; thrown again after it. */
public class Main {
    static class Own extends Exception {
        private static final long serialVersionUID = 1;
        private final transient Object detail;

        Own(String message, Throwable cause, Object detail) {
            super(message, cause);
            this.detail = detail;
        }

        @Override
        public String getMessage() {
            return super.getMessage() + " " + detail;
        }
    }

    /** No trace can be written. */
    static class Bare extends RuntimeException {
        private static final long serialVersionUID = 1;

        Bare() {
            super("bare", null, false, false);
        }
    }

    static int depth(int n) {
        return n == 0 ? Integer.parseInt("none") : 1 + depth(n - 1);
    }

    static List<Throwable> collected() {
        List<Throwable> all = new ArrayList<>();
        try {
            depth(3);
        } catch (NumberFormatException e) {
            Own own = new Own("own", e, List.of(1, 2));
            own.addSuppressed(new Bare());
            all.add(own);
        }
        try {
            Object[] array = new String[1];
            array[0] = 1;
        } catch (ArrayStoreException e) {
            all.add(e);
        }
        all.add(new StackOverflowError("not really"));
        all.add(new Bare());
        IllegalStateException set = new IllegalStateException();
        set.setStackTrace(new StackTraceElement[] {new StackTraceElement("a.B", "c", "B.java", 7)});
        all.add(set);
        Throwable cyclic = new IllegalArgumentException("cyclic");
        cyclic.initCause(new RuntimeException(cyclic));
        all.add(cyclic);
        return all;
    }

    static String trace(Throwable t) {
        StringWriter text = new StringWriter();
        t.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    public static void main(String[] args) throws Throwable {
        List<Throwable> all = collected();
        System.out.println("before");
        for (Throwable each : all) { // here
            System.out.println(trace(each));
        }
        all.get(0).addSuppressed(all.get(1));
        System.out.println(all.get(0).getSuppressed().length + " " + all.get(3).getSuppressed().length);
        try {
            all.get(4).initCause(null);
            all.get(0).initCause(null);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " / " + e.getCause().getMessage());
        }
        throw all.get(0);
    }
}
