package jcp.runtime.kinds;

import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;

/**
 * Frames that a {@code StackWalker} has given, as Mockito keeps them of calls. Such an object leads to the JVM's structure of a method, by which the JDK finds
 * name, type and line when they are first asked for. All are asked for here, so that the copy needs the method's class alone.
 *
 * <p>Left out: frames of other continuations than threads' ({@code ContinuationScope} is refused).
 */
public final class StackFrames extends Kind {
    private static final String FRAME = "java.lang.StackFrameInfo";
    /** On newer JDKs what is above it, for walkers that leave methods out. */
    private static final String ABOVE = "java.lang.ClassFrameInfo";
    private static final String MEMBER = "memberName";
    private static final String METHOD = "classOrMemberName";
    private static final String MEMBER_NAME = "java.lang.invoke.MemberName";
    private static final String RESOLVED = "java.lang.invoke.ResolvedMethodName";
    /** Texts of an edge: frame, class, name, type, flags. */
    private static final int TEXTS = 5;

    @Override
    public boolean admits(Object o) {
        if (o.getClass().getName().equals(FRAME)) {
            Access.call(o, o.getClass(), "getMethodName");
            Access.call(o, o.getClass(), "toStackTraceElement");
        }
        return true;
    }

    @Override
    public String[] skippedFields() {
        return new String[] {FRAME + "." + MEMBER, ABOVE + "." + METHOD};
    }

    @Override
    public Trace trace() {
        return new Met();
    }

    private static final class Met extends Each {
        private final List<String> texts = new ArrayList<>();

        @Override
        protected void look(GraphWriter graph, int number) {
            Object frame = graph.ids.object(number);
            Class<?> type = frame.getClass();
            texts.add(Integer.toString(number));
            if (Access.hasField(type, MEMBER)) {
                Object member = Access.getField(frame, type, MEMBER);
                Object of = Access.getField(member, member.getClass(), "type");
                texts.add(Integer.toString(graph.id(Access.getField(member, member.getClass(), "clazz"))));
                texts.add((String) Access.getField(member, member.getClass(), "name"));
                texts.add(of instanceof MethodType ? ((MethodType) of).toMethodDescriptorString() : (String) of);
                texts.add(Access.getField(member, member.getClass(), "flags").toString());
            } else {
                Object method = Access.getField(frame, Access.jdk(ABOVE), METHOD);
                Object in = method instanceof Class ? method : Access.getField(method, method.getClass(), "vmholder");
                texts.add(Integer.toString(graph.id(in)));
                texts.add(method instanceof Class ? "" : RESOLVED);
                texts.add("");
                texts.add("");
            }
        }

        @Override
        public List<String> capture(GraphWriter graph) {
            return texts;
        }
    }

    @Override
    public void restoreEdges(GraphReader graph) {
        String[] texts = graph.edges(StackFrames.class);
        for (int i = 0; i + TEXTS <= texts.length; i += TEXTS) {
            Object frame = graph.object(Integer.parseInt(texts[i]));
            Object in = graph.object(Integer.parseInt(texts[i + 1]));
            if (Access.hasField(frame.getClass(), MEMBER)) {
                Object member = make(MEMBER_NAME);
                Access.setField(member, member.getClass(), "clazz", in);
                Access.setField(member, member.getClass(), "name", texts[i + 2]);
                Access.setField(member, member.getClass(), "type", texts[i + 3]);
                Access.setField(member, member.getClass(), "flags", Integer.valueOf(texts[i + 4]));
                Access.setField(frame, frame.getClass(), MEMBER, member);
            } else {
                Object method = texts[i + 2].isEmpty() ? in : make(RESOLVED);
                if (method != in) {
                    Access.setField(method, method.getClass(), "vmholder", in);
                }
                Access.setField(frame, Access.jdk(ABOVE), METHOD, method);
            }
        }
    }

    private static Object make(String type) {
        try {
            return Access.U.allocateInstance(Access.jdk(type));
        } catch (InstantiationException e) {
            throw new IllegalStateException(e);
        }
    }
}
