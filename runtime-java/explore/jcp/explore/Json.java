package jcp.explore;

/**
 * Writes JSON, which is all that is told to the search as text.
 */
final class Json {
    private final StringBuilder text = new StringBuilder();
    private boolean needsComma;

    private void comma() {
        if (needsComma) {
            text.append(',');
        }
        needsComma = true;
    }

    private Json key(String key) {
        comma();
        quoted(key);
        text.append(':');
        return this;
    }

    Json open() {
        comma();
        text.append('{');
        needsComma = false;
        return this;
    }

    Json close() {
        text.append('}');
        needsComma = true;
        return this;
    }

    Json openList(String key) {
        key(key);
        text.append('[');
        needsComma = false;
        return this;
    }

    Json closeList() {
        text.append(']');
        needsComma = true;
        return this;
    }

    Json put(String key, String value) {
        key(key);
        quoted(value);
        return this;
    }

    Json put(String key, int value) {
        key(key);
        text.append(value);
        return this;
    }

    Json list(String key, StackTraceElement[] frames) {
        openList(key);
        for (StackTraceElement frame : frames) {
            comma();
            quoted(Place.shown(frame));
        }
        return closeList();
    }

    private void quoted(String value) {
        text.append('"');
        for (int at = 0; at < value.length(); at++) {
            char one = value.charAt(at);
            if (one == '"' || one == '\\') {
                text.append('\\').append(one);
            } else if (one < ' ' || Character.isSurrogate(one)) {
                text.append(String.format("\\u%04x", (int) one));
            } else {
                text.append(one);
            }
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
