import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.XMLFormatter;

/** Open log files, which have lock files, and levels of the program's own. */
public class Main {
    static class Audit extends Level {
        private static final long serialVersionUID = 1L;
        static final Level AUDIT = new Audit("AUDIT", 850);
        static final Level TRACE = new Audit("TRACE", 350);

        Audit(String name, int value) {
            super(name, value);
        }
    }

    static class Counting extends Formatter {
        int written;

        @Override
        public String format(LogRecord record) {
            return ++written + " " + record.getLevel() + " " + formatMessage(record) + "\n";
        }
    }

    static class Own extends FileHandler {
        int published;

        Own(String pattern) throws Exception {
            super(pattern);
        }

        @Override
        public void publish(LogRecord record) {
            published++;
            super.publish(record);
        }
    }

    static final Logger LOG = Logger.getLogger("app");

    static Handler prepare(String how) throws Exception {
        switch (how) {
            case "rotating": return new FileHandler("rotating%g.log", 60, 3, false);
            case "appending":
                Files.writeString(Path.of("appending.log"), "there before\n");
                return new FileHandler("appending.log", true);
            case "xml": {
                Handler handler = new Own("xml%u.log");
                handler.setFormatter(new XMLFormatter() {
                    @Override
                    public String format(LogRecord record) {
                        return "<record>" + formatMessage(record) + "</record>\n";
                    }
                });
                return handler;
            }
            case "closed": {
                Handler handler = new FileHandler("closed.log");
                handler.close();
                return handler;
            }
            default: return new FileHandler("plain.log");
        }
    }

    public static void main(String[] args) throws Exception {
        Handler handler = prepare(args[0]);
        if (!args[0].equals("xml")) {
            handler.setFormatter(new Counting());
        }
        LOG.addHandler(handler);
        LOG.setUseParentHandlers(false);
        LOG.setLevel(Audit.TRACE);
        Logger.getLogger("app.numbered").setLevel(Level.parse("777"));
        for (int i = 0; i < 5; i++) {
            LOG.log(Audit.AUDIT, "before the checkpoint {0}", i);
        }
        System.out.println("prepared"); // here
        for (int i = 0; i < 5; i++) {
            LOG.log(Audit.TRACE, "behind the checkpoint {0}", i);
        }
        LOG.log(Level.FINEST, "never");
        System.out.println(LOG.getLevel() + " " + (LOG.getLevel() == Audit.TRACE) + " " + (Level.parse("AUDIT") == Audit.AUDIT));
        System.out.println(Level.parse("350").getClass() + " " + Logger.getLogger("app.numbered").isLoggable(Level.CONFIG));
        System.out.println(Logger.getLogger("app.numbered").getLevel() == Level.parse("777"));
        System.out.println(Files.exists(Path.of("plain.log.lck")));
        FileHandler second = new FileHandler(args[0] + ".log");
        System.out.println(Files.exists(Path.of(args[0] + ".log.1")));
        second.close();
        if (args[0].equals("plain")) {
            handler.close();
            System.out.println(Files.exists(Path.of("plain.log.lck")) + Files.readString(Path.of("plain.log")));
        }
    }
}
