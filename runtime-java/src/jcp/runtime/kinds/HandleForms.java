package jcp.runtime.kinds;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import java.util.TreeMap;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.graph.Parts;
import jcp.runtime.jvm.Access;

/**
 * The <em>form</em> of a combined method handle: the JDK's program of what the handle does, from which it makes the code of this JVM.
 * It is an object like others ({@link FormParts} has what it consists of), so it is copied, and the code is made again. The
 * edge from the handle to it goes by a part of the handle, not by the field: the JDK puts another form there for a handle that is called
 * often, which is made again from the first one.
 *
 * <p>Left out: handles that call a method of a caller that it asks for ({@code WrappedMember}).
 */
public final class HandleForms {
    private static final String KEY = "handle";
    private static final String FORM = "form";

    private HandleForms() {}

    /** The form, as it was before the JVM made one for this very handle. */
    static Object form(MethodHandle handle) {
        Object form = Access.getField(handle, MethodHandle.class, FORM);
        return form == null ? null : Access.call(form, form.getClass(), "uncustomize");
    }

    static boolean isCustomized(MethodHandle handle) {
        Object form = Access.getField(handle, MethodHandle.class, FORM);
        return Access.getField(form, form.getClass(), "customized") != null;
    }

    /** Gives the handle its form, and has the JVM make one for this very handle if it had. */
    static void give(MethodHandle copy, Object form, boolean customized) {
        Access.setField(copy, MethodHandle.class, FORM, form);
        if (customized) {
            Access.call(copy, MethodHandle.class, "customize");
        }
    }

    /** The handles of one kind that were met; their forms get numbers. */
    static class Found extends Kind.Each {
        private final Map<Integer, Integer> forms = new TreeMap<>();

        @Override
        protected final void look(GraphWriter graph, int number) {
            MethodHandle handle = (MethodHandle) graph.ids.object(number);
            if (isCopied(number, handle)) {
                graph.within(number);
                forms.put(number, graph.id(form(handle)));
            }
        }

        /** Whether the form is copied, and not made in another way. */
        boolean isCopied(int number, MethodHandle handle) {
            return true;
        }

        /** The number of the form, and whether there is one for this very handle. */
        final String[] part(int number, MethodHandle handle) {
            return new String[] {Boolean.toString(isCustomized(handle)), Integer.toString(forms.get(number))};
        }
    }

    /** Gives the copy the form that its part tells. */
    static void restore(MethodHandle copy, String[] part, GraphReader graph) {
        give(copy, graph.object(Integer.parseInt(part[1])), Boolean.parseBoolean(part[0]));
    }

    /** Combined handles that bind nothing, or whose class is not of those that bind. */
    public static class AsKind extends Kind {
        // code of the JVM; and caches of other types
        @Override
        public final String[] skippedFields() {
            return new String[] {
                "java.lang.invoke.MethodHandle.form", "java.lang.invoke.MethodHandle.asTypeCache", "java.lang.invoke.MethodHandle.asTypeSoftCache",
                "java.lang.invoke.MethodHandleImpl$AsVarargsCollector.asCollectorCache"};
        }

        @Override
        public final boolean admits(Object o) {
            return true;
        }

        @Override
        public Trace trace() {
            return new Found();
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) throws Obstacle {
            return ((Found) graph.trace(AsKind.class)).part(graph.id(o), (MethodHandle) o);
        }

        @Override
        public void restoreParts(GraphReader graph) throws IOException {
            for (Parts.Part part : graph.parts.of(KEY)) {
                restore((MethodHandle) graph.object(part.object), part.text, graph);
            }
        }
    }
}
