package handlers.custom;

import java.net.ContentHandler;
import java.net.URLConnection;

public class handler extends ContentHandler {
    @Override
    public Object getContent(URLConnection connection) {
        return kept.Kept.kept.value;
    }
}
