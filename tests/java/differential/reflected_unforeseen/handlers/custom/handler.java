package handlers.custom;

import java.net.ContentHandler;
import java.net.URLConnection;
import kept.Level;

public class handler extends ContentHandler {
    static {
        System.out.println("level " + Level.level);
    }

    @Override
    public Object getContent(URLConnection connection) {
        return "content";
    }
}
