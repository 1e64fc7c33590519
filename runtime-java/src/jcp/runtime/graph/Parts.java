package jcp.runtime.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jcp.runtime.format.Sink;
import jcp.runtime.format.Source;

/** What objects have besides their copies: for each kind ({@link Kind#part}) the objects and, of each, texts. */
public final class Parts {
    /** What one object has. */
    public static final class Part {
        public final int object;
        public final String[] text;

        Part(int object, String[] text) {
            this.object = object;
            this.text = text;
        }
    }

    private final Map<String, List<Part>> kinds = new TreeMap<>();

    public void add(String kind, int object, String[] text) {
        List<Part> known = kinds.get(kind);
        if (known == null) {
            known = new ArrayList<>();
            kinds.put(kind, known);
        }
        known.add(new Part(object, text));
    }

    /** In the order of the objects' numbers. */
    public List<Part> of(String kind) {
        return kinds.getOrDefault(kind, List.of());
    }

    /** The texts of one object; null if it has none of the kind. */
    public String[] of(String kind, int object) {
        for (Part part : of(kind)) {
            if (part.object == object) {
                return part.text;
            }
        }
        return null;
    }

    public void write(Sink out) {
        out.varint(kinds.size());
        for (Map.Entry<String, List<Part>> kind : kinds.entrySet()) {
            out.text(kind.getKey());
            out.varint(kind.getValue().size());
            for (Part part : kind.getValue()) {
                out.varint(part.object);
                out.texts(part.text);
            }
        }
    }

    public static Parts read(Source in) {
        Parts parts = new Parts();
        for (int n = in.varint(); n > 0; n--) {
            String kind = in.text();
            for (int m = in.varint(); m > 0; m--) {
                parts.add(kind, in.varint(), in.texts());
            }
        }
        return parts;
    }
}
