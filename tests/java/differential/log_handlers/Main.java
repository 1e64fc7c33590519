import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;

/** What the program gave to its loggers, or took from them, before the checkpoint. */
public class Main {
    static final Logger LOG = Logger.getLogger("app.log");

    /** Counts what it writes. */
    static class Counting extends Formatter {
        int written;

        @Override
        public String format(LogRecord record) {
            return ++written + " " + record.getLevel() + " " + formatMessage(record) + "\n";
        }
    }

    static void own(Handler handler) {
        handler.setFormatter(new Counting());
        handler.setLevel(Level.ALL);
        LOG.addHandler(handler);
        LOG.setUseParentHandlers(false);
        LOG.setLevel(Level.FINE);
        LOG.fine("before");
    }

    static void prepare(String how) throws Exception {
        Logger root = Logger.getLogger("");
        switch (how) {
            case "console": own(new ConsoleHandler()); break;
            case "stream": own(new StreamHandler(System.out, new Counting())); break;
            case "removed": root.removeHandler(root.getHandlers()[0]); break;
            case "reset": LogManager.getLogManager().reset(); break;
            case "formatter": root.getHandlers()[0].setFormatter(new Counting()); break;
            case "filter":
                root.getHandlers()[0].setFormatter(new Counting());
                LOG.setFilter(record -> record.getMessage().startsWith("k"));
                break;
            default:
                String text = "handlers=java.util.logging.ConsoleHandler\n.level=WARNING\nlate.level=FINE\n"
                    + "java.util.logging.SimpleFormatter.format=%4$s %5$s%n\n";
                LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    public static void main(String[] args) throws Exception {
        prepare(args[0]);
        System.out.println("prepared"); // here
        LOG.fine("fine");
        LOG.log(Level.WARNING, "keep {0}", args[0]);
        LOG.severe("last");
        Logger late = Logger.getLogger("late.log");
        System.out.println(late.isLoggable(Level.FINE) + " " + Logger.getLogger("").getHandlers().length + " " + LOG.getHandlers().length);
    }
}
