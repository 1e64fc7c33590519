package jcp.runtime.report;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Opening;

/** What happened, as JSON for {@code jcp verify}, if {@code -Djcp.report=FILE} asks for it. */
public final class Report {
    private final StringBuilder json = new StringBuilder("{");

    public Report(String status) {
        put("status", status);
    }

    private void key(String name) {
        json.append(json.length() > 1 ? "," : "").append(quoted(name)).append(':');
    }

    public Report put(String name, String value) {
        key(name);
        json.append(quoted(value));
        return this;
    }

    public Report put(String name, long value) {
        key(name);
        json.append(value);
        return this;
    }

    public Report reasons(List<Problem> problems) {
        key("reasons");
        json.append('[');
        for (int i = 0; i < problems.size(); i++) {
            Problem problem = problems.get(i);
            json.append(i > 0 ? "," : "").append("{\"class\":").append(quoted(problem.type));
            if (!problem.thread.isEmpty()) {
                json.append(",\"thread\":").append(quoted(problem.thread));
            }
            json.append(",\"path\":").append(quoted(problem.path)).append(",\"why\":").append(quoted(problem.why));
            json.append(",\"remedy\":").append(quoted(problem.remedy)).append('}');
        }
        json.append(']');
        return this;
    }

    public void write() {
        write(1);
    }

    /** That of a region, by its number from 1. */
    public void write(int region) {
        String file = Settings.property("jcp.report");
        if (file == null) {
            return;
        }
        file = region > 1 ? file + "-" + region : file;
        try {
            put(new File(file), json + "}\n");
        } catch (IOException e) {
            Messages.print("jcp: cannot write " + file + ": " + e);
        }
    }

    /** Writes a file, and initialises nothing of the JDK that the program may use first: not {@code close}, which needs a class. */
    @SuppressWarnings("resource")
    public static void put(File file, String text) throws IOException {
        FileOutputStream out = new FileOutputStream(file);
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } finally {
            if (Opening.open() == null) {
                Access.call(out.getFD(), FileDescriptor.class, "close");
            } else {
                out.close();
            }
        }
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
