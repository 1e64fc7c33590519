package handlers.custom;

import java.io.IOException;
import java.net.ContentHandler;
import java.net.URLConnection;
import kept.Level;

public class handler extends ContentHandler {
    @Override
    public Object getContent(URLConnection connection) throws IOException {
        try {
            return Level.class.getDeclaredField("level").getInt(null);
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        }
    }
}
