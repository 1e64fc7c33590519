package handlers.custom;

import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import kept.Level;

public class Handler extends URLStreamHandler {
    static final int LEVEL = Level.level;

    @Override
    protected URLConnection openConnection(URL url) {
        System.out.println(LEVEL);
        return null;
    }
}
