import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URLConnection;
import kept.Level;

/** The JDK loads a class by a name that it computes, and the class's initialiser reads a static, as code before does. */
public class Main {
    static class Custom extends URLConnection {
        Custom() {
            super(null);
        }

        @Override
        public void connect() {}

        @Override
        public String getContentType() {
            return "custom/handler";
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(new byte[0]);
        }
    }

    public static void main(String[] args) throws Exception {
        Level.level = 99;
        System.setProperty("java.content.handler.pkgs", "handlers".substring(args.length));
        System.out.println("checkpoint"); // before
        System.out.println(Level.level);
        System.out.println("later"); // here
        System.out.println(new Custom().getContent());
    }
}
