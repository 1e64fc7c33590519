package handlers.custom;

import java.net.ContentHandler;
import java.net.URLConnection;
import kept.Level;

public class handler extends ContentHandler {
    static final int LEVEL = Level.level;

    @Override
    public Object getContent(URLConnection connection) {
        return LEVEL;
    }
}
