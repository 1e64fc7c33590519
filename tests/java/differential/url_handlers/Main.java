import java.io.*;
import java.net.*;
import javax.net.ssl.*;

/** A factory of URL handlers that a server sets as it starts, its handlers, which are made once, and the factory of sockets for HTTPS. */
public class Main {
    static final class Handler extends URLStreamHandler {
        int opened;

        @Override
        protected URLConnection openConnection(URL url) {
            return new URLConnection(url) {
                @Override
                public void connect() {}

                @Override
                public InputStream getInputStream() {
                    return new ByteArrayInputStream((url.getPath() + " " + ++opened).getBytes());
                }
            };
        }
    }

    static final class Factory implements URLStreamHandlerFactory {
        int asked;

        @Override
        public URLStreamHandler createURLStreamHandler(String protocol) {
            System.out.println("asked for " + protocol + " " + ++asked);
            return protocol.startsWith("mine") ? new Handler() : null;
        }
    }

    static String read(URL url) throws IOException {
        return new String(url.openStream().readAllBytes());
    }

    public static void main(String[] args) throws Exception {
        new URL("mailto:a@b.c");
        URL.setURLStreamHandlerFactory(new Factory());
        URL mine = new URL("mine:/a");
        URL web = new URL("http://localhost/");
        System.out.println(read(mine));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, null, null);
        SSLSocketFactory factory = context.getSocketFactory();
        HttpsURLConnection.setDefaultSSLSocketFactory(factory);
        System.out.println("before"); // here
        System.out.println(read(mine) + " " + read(new URL("mine:/b")));
        System.out.println(new URL(web, "c") + " " + new URL("mailto:d@e.f"));
        System.out.println(read(new URL("mine2:/e")));
        System.out.println(HttpsURLConnection.getDefaultSSLSocketFactory() == factory);
        try {
            URL.setURLStreamHandlerFactory(protocol -> null);
        } catch (Error e) {
            System.out.println(e.getMessage());
        }
    }
}
