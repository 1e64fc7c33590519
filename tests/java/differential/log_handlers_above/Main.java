import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Handlers and a filter that code above the chain's first method has given to loggers: the replay has its own, made by that code, which get what the captured ones held. */
public class Main {
    static final Logger NAMED = Logger.getLogger("named");

    static class Telling extends Handler {
        final String name;
        int count;

        Telling(String name) {
            this.name = name;
        }

        @Override
        public void publish(LogRecord told) {
            System.out.println(name + " " + ++count + ": " + told.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    public static void main(String[] args) {
        Logger root = Logger.getLogger("");
        for (Handler each : root.getHandlers()) {
            root.removeHandler(each);
        }
        root.addHandler(new Telling("root"));
        NAMED.addHandler(new Telling("named"));
        NAMED.setFilter(told -> !told.getMessage().startsWith("quiet"));
        root();
        NAMED.info("behind");
    }

    static void root() {
        NAMED.info("before");
        NAMED.setLevel(Level.FINE);
        work();
    }

    static void work() {
        NAMED.info("after");
        NAMED.info("quiet");
        Logger.getLogger("other").info("another");
        System.out.println(NAMED.getLevel() + " " + Logger.getLogger("").getHandlers().length + " " + NAMED.getHandlers().length);
    }
}
