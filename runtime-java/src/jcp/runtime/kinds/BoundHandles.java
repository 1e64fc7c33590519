package jcp.runtime.kinds;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.graph.Parts;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;

/**
 * Method handles that bind arguments of another handle, filter or fold them, drop some, or see it as of another type: objects
 * of the JDK with that handle and what is bound or called as fields, which are copied, and a <em>form</em>, code of this JVM, which
 * is made again by the same steps.
 *
 * <p>The steps are not kept anywhere. They are searched for: each takes the next field, so there are few; and a guess is right if it
 * leads to the very form of the handle, since the JDK keeps forms and gives the same one for the same steps. Then the JDK of the replay
 * keeps it, too, and the program's next handle of that shape takes no more identity hashes than in the original.
 *
 * <p>Left out: guards, loops, handlers of exceptions, collectors and spreaders, and forms that the JDK no longer keeps: such forms are
 * copied ({@link HandleForms}).
 */
public final class BoundHandles {
    private static final String KEY = "bound handle";
    static final String CLASSES = "java.lang.invoke.BoundMethodHandle$Species_";
    private static final String FORM = "form";
    /** The first word of a part that has steps. */
    private static final String STEPS = "steps";
    /** More guesses are not made for a handle: each wrong one leaves a form in this JVM. */
    private static final int MOST = 200;

    private final MethodHandle handle;
    private final Object form;
    private final Object[] fields;
    private final List<String> steps = new ArrayList<>();
    private int guesses;

    private BoundHandles(MethodHandle handle) {
        this.handle = handle;
        form = HandleForms.form(handle);
        fields = fields(handle);
    }

    /** Has the JVM make the class for fields of these types if it has not: it does so when the first such handle is made. */
    static Object species(String types) {
        Class<?> bound = Access.jdk("java.lang.invoke.BoundMethodHandle");
        Access.U.ensureClassInitialized(bound);
        Object specializer = Access.getField(null, bound, "SPECIALIZER");
        return Access.call(specializer, specializer.getClass().getSuperclass(), "findSpecies", types);
    }

    /** The steps; null if they are not found. */
    private static String[] capture(MethodHandle handle) {
        BoundHandles search = new BoundHandles(handle);
        Object first = search.fields.length > 1 ? search.fields[0] : null;
        boolean found = first instanceof MethodHandle && search.found((MethodHandle) first, 1);
        return found ? search.steps.toArray(new String[0]) : null;
    }

    private static Object[] fields(MethodHandle handle) {
        List<Object> values = new ArrayList<>();
        for (ClassFields field : ClassFields.of(handle.getClass())) {
            if (field.name.startsWith("arg")) {
                values.add(Access.getField(handle, handle.getClass(), field.name));
            }
        }
        return values.toArray();
    }

    private boolean found(MethodHandle built, int next) {
        if (next == fields.length) {
            return ends(built);
        }
        Object field = fields[next];
        for (int at = 0; at < built.type().parameterCount(); at++) {
            if (leads(built, "insert " + at, next)) {
                return true;
            }
            if (field instanceof MethodHandle && (leads(built, "filter " + at, next) || leads(built, "collect " + at, next))) {
                return true;
            }
        }
        return field instanceof MethodHandle && (leads(built, "fold 0", next) || leads(built, "return 0", next) || repeats(built, next));
    }

    /** Whether it filters several arguments in a row, for which the JDK has one field. */
    private boolean repeats(MethodHandle built, int next) {
        for (int at = 0; at < built.type().parameterCount(); at++) {
            for (int count = 2; at + count <= built.type().parameterCount(); count++) {
                if (leads(built, "filters " + at + " " + count, next)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean leads(MethodHandle built, String step, int next) {
        if (guesses++ > MOST) {
            return false;
        }
        MethodHandle more = after(built, step, fields[next]);
        steps.add(step);
        if (more != null && found(more, next + 1)) {
            return true;
        }
        steps.remove(steps.size() - 1);
        return false;
    }

    /** Whether it is the handle itself, perhaps with parameters that are dropped, or of another type. */
    private boolean ends(MethodHandle built) {
        if (isIt(built)) {
            return true;
        }
        MethodType wanted = handle.type();
        int more = wanted.parameterCount() - built.type().parameterCount();
        for (int at = 0; more > 0 && at <= built.type().parameterCount(); at++) {
            if (endsWith(built, "drop " + at + " " + more)) {
                return true;
            }
        }
        return more == 0 && endsWith(built, "type");
    }

    private boolean endsWith(MethodHandle built, String step) {
        MethodHandle more = after(built, step, handle.type());
        if (more == null || !isIt(more)) {
            return false;
        }
        steps.add(step);
        return true;
    }

    private boolean isIt(MethodHandle built) {
        if (built.type() != handle.type() || built.getClass() != handle.getClass() || HandleForms.form(built) != form) {
            return false;
        }
        Object[] others = fields(built);
        for (int i = 0; i < fields.length; i++) {
            boolean number = fields[i] instanceof Integer || fields[i] instanceof Long || fields[i] instanceof Float
                || fields[i] instanceof Double;
            if (fields[i] != others[i] && !(number && fields[i].equals(others[i]))) { // numbers are boxed for this only
                return false;
            }
        }
        return true;
    }

    /** The handle after a step; null if there is no such step. {@code with}: the field that it takes, or the type at last. */
    private static MethodHandle after(MethodHandle built, String step, Object with) {
        String[] words = step.split(" ");
        int at = words.length < 2 ? 0 : Integer.parseInt(words[1]);
        try {
            switch (words[0]) {
                case "insert": return MethodHandles.insertArguments(built, at, with);
                case "filter": return MethodHandles.filterArguments(built, at, (MethodHandle) with);
                case "filters":
                    MethodHandle[] filters = new MethodHandle[Integer.parseInt(words[2])];
                    Arrays.fill(filters, with);
                    return MethodHandles.filterArguments(built, at, filters);
                case "collect": return MethodHandles.collectArguments(built, at, (MethodHandle) with);
                case "fold": return MethodHandles.foldArguments(built, (MethodHandle) with);
                case "return": return MethodHandles.filterReturnValue(built, (MethodHandle) with);
                case "drop":
                    List<Class<?>> types = ((MethodType) with).parameterList();
                    return MethodHandles.dropArguments(built, at, types.subList(at, at + Integer.parseInt(words[2])));
                default: return built.asType((MethodType) with);
            }
        } catch (IllegalArgumentException | WrongMethodTypeException | ClassCastException | NullPointerException e) {
            return null;
        }
    }

    /** Gives handles whose forms are copied these; makes the others' then, of handles that others have as fields first. */
    private static void restoreAll(GraphReader graph) throws IOException {
        List<Parts.Part> left = new ArrayList<>();
        for (Parts.Part part : graph.parts.of(KEY)) {
            if (part.text[0].equals(STEPS)) {
                left.add(part);
            } else {
                HandleForms.restore((MethodHandle) graph.object(part.object), part.text, graph);
            }
        }
        while (!left.isEmpty()) {
            List<Parts.Part> later = new ArrayList<>();
            for (Parts.Part part : left) {
                if (!restore((MethodHandle) graph.object(part.object), part.text)) {
                    later.add(part);
                }
            }
            if (later.size() == left.size()) {
                throw new IOException("the checkpoint has method handles that jcp cannot create again; report this as an error of jcp");
            }
            left = later;
        }
    }

    /** False if a handle that it needs has no form yet. */
    private static boolean restore(MethodHandle copy, String[] entry) throws IOException {
        Object[] fields = fields(copy);
        for (Object field : fields) {
            if (field instanceof MethodHandle && Access.getField(field, MethodHandle.class, FORM) == null) {
                return false;
            }
        }
        MethodHandle built = (MethodHandle) fields[0];
        for (int i = 2; i < entry.length && built != null; i++) {
            built = after(built, entry[i], i - 1 < fields.length ? fields[i - 1] : copy.type());
        }
        if (built == null || built.type() != copy.type() || built.getClass() != copy.getClass()) {
            throw new IOException("jcp cannot create a method handle again (" + String.join(", ", entry)
                + "); report this as an error of jcp");
        }
        HandleForms.give(copy, Access.getField(built, MethodHandle.class, FORM), Boolean.parseBoolean(entry[1]));
        return true;
    }

    /** How the graph treats them. */
    public static final class AsKind extends HandleForms.AsKind {
        @Override
        public void ensureClass(String name) {
            if (name.startsWith(CLASSES)) {
                species(name.substring(CLASSES.length()));
            }
        }

        @Override
        public Trace trace() {
            return new Found();
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) throws Obstacle {
            return ((Found) graph.trace(AsKind.class)).entry(graph.id(o), (MethodHandle) o);
        }

        @Override
        public void restoreParts(GraphReader graph) throws IOException {
            BoundHandles.restoreAll(graph);
        }

        /** The steps of those met, or else their forms. */
        private static final class Found extends HandleForms.Found {
            private final Map<Integer, String[]> steps = new TreeMap<>();

            @Override
            boolean isCopied(int number, MethodHandle handle) {
                String[] found = BoundHandles.capture(handle);
                if (found != null) {
                    steps.put(number, found);
                }
                return found == null;
            }

            /** The steps and whether the JVM has made a form for this very handle; or what is known of its form. */
            private String[] entry(int number, MethodHandle handle) {
                String[] found = steps.get(number);
                if (found == null) {
                    return part(number, handle);
                }
                List<String> entry = new ArrayList<>(List.of(STEPS, Boolean.toString(HandleForms.isCustomized(handle))));
                entry.addAll(Arrays.asList(found));
                return entry.toArray(new String[0]);
            }
        }
    }
}
