package jcp.runtime.graph;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Row;
import jcp.runtime.report.Problem;

/**
 * The list of kinds, in the order in which they are asked and restored: parts that others need come first.
 *
 * <p>A row has the name of a kind's class, and what there is for it to do: {@code text WORD}, {@code part NAME}, {@code edge NAME} say
 * under which names a checkpoint has what is of the kind; the others are names of classes that it handles, with {@code +} of subclasses
 * too, with {@code *} of all whose names start so. {@link #ALWAYS} is for one that looks at every graph.
 *
 * <p>Invariant: a kind's class is loaded when the first object is met that it handles, or when the checkpoint has something of it.
 */
public final class Kinds {
    public static final String TEXT = "text ";
    public static final String PART = "part ";
    public static final String EDGE = "edge ";
    public static final String ALWAYS = "always";

    private final Row[] rows;
    private final Kind[] loaded;
    /** Places of rows by the names of classes, of these and their subclasses; beginnings of names with the places in turn. */
    private final Map<String, List<Integer>> exact = new HashMap<>();
    private final Map<String, List<Integer>> above = new HashMap<>();
    private final List<String> beginnings = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();
    private final Map<String, Integer> texts = new HashMap<>();
    /** For each row the names of its part and of its edges; null if it has none. */
    private final String[] parts;
    private final String[] edges;

    public Kinds(Row... rows) {
        this.rows = rows;
        loaded = new Kind[rows.length];
        parts = new String[rows.length];
        edges = new String[rows.length];
        for (int place = 0; place < rows.length; place++) {
            for (int i = 1; i < rows[place].words.length; i++) {
                read(place, rows[place].words[i]);
            }
        }
    }

    private void read(int place, String word) {
        int last = word.length() - 1;
        if (word.startsWith(TEXT)) {
            texts.put(word.substring(TEXT.length()), place);
        } else if (word.startsWith(PART)) {
            parts[place] = word.substring(PART.length());
        } else if (word.startsWith(EDGE)) {
            edges[place] = word.substring(EDGE.length());
        } else if (word.charAt(last) == '*') {
            beginnings.add(word.substring(0, last));
            places.add(place);
        } else if (word.charAt(last) == '+') {
            add(above, word.substring(0, last), place);
        } else {
            add(exact, word, place);
        }
    }

    private static void add(Map<String, List<Integer>> map, String name, int place) {
        List<Integer> known = map.get(name);
        if (known == null) {
            known = new ArrayList<>(1);
            map.put(name, known);
        }
        known.add(place);
    }

    /** How many there are. */
    int count() {
        return rows.length;
    }

    /** The name of the edges that objects of the kind have. */
    String edge(int place) {
        return edges[place];
    }

    private Kind at(int place) {
        if (loaded[place] == null) {
            try { // not by a constructor: looking one up takes hashes
                loaded[place] = (Kind) Access.U.allocateInstance(Class.forName(rows[place].words[0]));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the list of kinds names no class " + rows[place].words[0], e);
            }
            loaded[place].number = place;
            loaded[place].part = parts[place];
        }
        return loaded[place];
    }

    /** Whether a kind looks at every graph. */
    private static boolean isAlways(Row row) {
        return row.words[row.words.length - 1].equals(ALWAYS);
    }

    /** The kinds that look at every graph. */
    List<Kind> always() {
        List<Kind> found = new ArrayList<>();
        for (int place = 0; place < rows.length; place++) {
            if (isAlways(rows[place])) {
                found.add(at(place));
            }
        }
        return found;
    }

    /** The kind of this class. */
    Kind of(String kind) {
        for (int place = 0; place < rows.length; place++) {
            if (rows[place].words[0].equals(kind)) {
                return at(place);
            }
        }
        throw new IllegalStateException("no kind " + kind + " is in the list");
    }

    /** Those that handle objects of the class, in order; null if none does. */
    Kind[] of(Class<?> type) {
        boolean[] found = named(type.getName());
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            found = with(found, above.get(c.getName()));
        }
        List<Kind> kinds = null;
        for (int place = 0; found != null && place < found.length; place++) {
            if (found[place] && at(place).handles(type)) {
                kinds = kinds == null ? new ArrayList<>() : kinds;
                kinds.add(at(place));
            }
        }
        return kinds == null ? null : kinds.toArray(new Kind[0]);
    }

    /** By the class's own name; null if there are none. */
    private boolean[] named(String name) {
        boolean[] found = with(null, exact.get(name));
        for (int i = 0; i < places.size(); i++) {
            if (name.startsWith(beginnings.get(i))) {
                found = with(found, List.of(places.get(i)));
            }
        }
        return found;
    }

    private boolean[] with(boolean[] found, List<Integer> more) {
        boolean[] all = found == null && more != null ? new boolean[rows.length] : found;
        for (int i = 0; more != null && i < more.size(); i++) {
            all[more.get(i)] = true;
        }
        return all;
    }

    /** Has the JVM make the class of this name, if it makes such classes itself. */
    void ensureClass(String name) {
        boolean[] found = named(name);
        for (int place = 0; found != null && place < found.length; place++) {
            if (found[place]) {
                at(place).ensureClass(name);
            }
        }
    }

    /** The object of a text, in the replaying JVM. */
    Object fromText(String[] text) {
        Integer place = texts.get(text[0]);
        if (place == null) {
            throw new IllegalStateException("the checkpoint file is damaged: unknown kind of text " + text[0] + "; capture again");
        }
        try {
            return at(place).fromText(text);
        } catch (RuntimeException | ReflectiveOperationException | LinkageError e) {
            throw new IllegalStateException("cannot make " + String.join(" ", text) + ": " + e, e);
        }
    }

    /** A text of an object that kinds handle; null for one that is none, as its kind's own look-up would reject it. */
    static String[] toText(Kind[] kinds, Object object) {
        try {
            for (Kind kind : kinds) {
                String[] text = kind.toText(object);
                if (text != null) {
                    return text;
                }
            }
            return null;
        } catch (RuntimeException | ReflectiveOperationException | LinkageError e) {
            return null; // Policy says the rest
        }
    }

    /** The kinds of which a checkpoint has something. */
    private List<Kind> of(Parts of, Map<String, String[]> state) {
        List<Kind> found = new ArrayList<>();
        for (int place = 0; place < rows.length; place++) {
            boolean hasPart = parts[place] != null && !of.of(parts[place]).isEmpty();
            if (hasPart || edges[place] != null && state.containsKey(edges[place])) {
                found.add(at(place));
            }
        }
        return found;
    }

    /** When all objects are filled and have their identity hashes. */
    public void restoreParts(GraphReader graph) throws IOException {
        for (Kind kind : of(graph.parts, graph.state)) {
            kind.restoreParts(graph);
        }
    }

    /** Then. */
    public void restoreEdges(GraphReader graph) {
        for (Kind kind : of(graph.parts, graph.state)) {
            kind.restoreEdges(graph);
        }
    }

    /** In the replay, before anything is changed: whether all can be made again. */
    public void check(Parts parts, List<Problem> problems) {
        for (Kind kind : of(parts, Map.of())) {
            kind.check(parts, problems);
        }
    }
}
