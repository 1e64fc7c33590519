import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Loggers without names: alone, with a level, a handler and a filter, below a named one and below each other; one with a name whose parent was set. */
public class Main {
    static final class Kept extends Handler {
        private final StringBuilder text = new StringBuilder();

        @Override
        public void publish(LogRecord record) {
            text.append(record.getLevel()).append(' ').append(record.getMessage()).append(' ').append(record.getLoggerName()).append('\n');
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    public static void main(String[] args) {
        System.setProperty("java.util.logging.SimpleFormatter.format", "%4$s %5$s%n"); // without the time
        Logger plain = Logger.getAnonymousLogger();
        Logger own = Logger.getAnonymousLogger();
        Kept kept = new Kept();
        own.addHandler(kept);
        own.setUseParentHandlers(false);
        own.setFilter(record -> !record.getMessage().startsWith("no "));
        Logger named = Logger.getLogger("named");
        named.setLevel(Level.FINE);
        own.setParent(named);
        Logger below = Logger.getAnonymousLogger();
        below.setParent(own);
        Logger quiet = Logger.getAnonymousLogger();
        quiet.setLevel(Level.OFF);
        Logger moved = Logger.getLogger("moved.below");
        moved.setParent(named);
        Logger above = Logger.getLogger("moved");
        Handler[] none = plain.getHandlers(); // the JDK's own
        System.out.println("before");
        plain.fine("not shown"); // here
        plain.info("shown");
        quiet.severe("not shown");
        own.fine("fine");
        own.finer("not shown");
        own.fine("no message");
        below.fine("from below");
        named.setLevel(Level.INFO);
        own.fine("not shown since the parent's level has changed");
        below.fine("nor this");
        below.info("but this");
        Logger.getLogger("").setLevel(Level.SEVERE);
        plain.info("not shown now");
        plain.severe("shown still");
        System.out.print(kept.text);
        System.out.println(plain.getParent() == Logger.getLogger("") && own.getParent() == named && below.getParent() == own);
        System.out.println((none == plain.getHandlers()) + " " + (none == Logger.getAnonymousLogger().getHandlers()));
        System.out.println(plain.getName() + " " + quiet.getLevel() + " " + own.getLevel() + " " + own.getHandlers().length + " " + (own.getHandlers()[0] == kept));
        System.out.println((moved.getParent() == named) + " " + (above.getParent() == Logger.getLogger("")));
        moved.fine("by the level of its parent");
        below.addHandler(new ConsoleHandler());
        below.warning("twice");
    }
}
