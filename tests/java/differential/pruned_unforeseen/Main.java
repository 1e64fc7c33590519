import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URLConnection;
import kept.Kept;

/** The JDK loads a class by a name that it computes: code that the analysis does not see reads a field that is left out. */
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
        System.setProperty("java.content.handler.pkgs", "handlers");
        System.out.println(Kept.kept.value);
        System.out.println("checkpoint"); // here
        System.out.println(Kept.kept.getClass());
        System.out.println(new Custom().getContent());
    }
}
