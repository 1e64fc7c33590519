package handlers.custom;

import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;

public class Handler extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL url) {
        System.out.println(kept.Kept.kept.value);
        return null;
    }
}
