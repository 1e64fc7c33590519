import java.util.ArrayList;
import java.util.List;

/** Checkpoints where a handler begins, at monitors, at returns through finally; chain calls from handlers and finally. */
public class Main {
    static final List<String> LOG = new ArrayList<>();
    final Object lock = new Object();

    public static void main(String[] args) {
        Main main = new Main();
        for (int i = 0; i < 3; i++) {
            System.out.println(main.caught(i) + main.locked(i) + main.returned(i)); // all
            System.out.println(main.fromHandler(i)); // fromHandler
            System.out.println(main.fromFinally(i)); // fromFinally
        }
        System.out.println(LOG);
    }

    int fail(int n) {
        if (n > 0) {
            throw new IllegalStateException("fail " + n);
        }
        return n;
    }

    String caught(int n) {
        String before = "b" + n;
        try {
            return before + fail(n);
        } catch (IllegalStateException | NullPointerException e) { // catch
            LOG.add(e.getMessage());
            return before + e.getClass().getSimpleName();
        }
    }

    long locked(int n) {
        long sum = n;
        synchronized (lock) { // synchronized
            sum += LOG.size();
            LOG.add("locked " + Thread.holdsLock(lock));
        } // unlock
        return sum;
    }

    int returned(int n) {
        try {
            return LOG.size() * 100 + n; // return
        } finally {
            LOG.add("finally " + n);
        }
    }

    String fromHandler(int n) {
        int kept = n * 7;
        try {
            fail(n);
            return "none";
        } catch (RuntimeException e) {
            return kept + note("handler", e.getMessage().length()) + e.getMessage(); // inHandler
        }
    }

    String fromFinally(int n) {
        String result = "r" + n;
        try {
            fail(n);
        } catch (IllegalStateException e) {
            result += e.getMessage();
            if (n == 2) {
                return result;
            }
        } finally {
            result += note("finally", n); // inFinally
        }
        return result;
    }

    static String note(String text, int n) {
        LOG.add(text + n); // note
        return text.toUpperCase() + n;
    }
}
