package jcp.runtime.threads;

import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;

/** What executors of JDK 19 and later own for their threads. It has none, as Environment has checked. */
public final class ThreadContainers extends Kind {
    private static final String TYPE = "jdk.internal.vm.SharedThreadContainer";
    private static final String KIND = "thread-container";

    @Override
    public String[] toText(Object o) {
        return new String[] {KIND, String.valueOf(Access.getField(o, o.getClass(), "name")), Access.getField(o, o.getClass(), "closed").toString()};
    }

    /** Made by its factory, which enters it in the JVM's list for tools. */
    @Override
    public Object fromText(String[] text) throws ReflectiveOperationException {
        Class<?> type = Class.forName(TYPE);
        Object made = Access.method(type, "create", String.class).invoke(null, text[1]);
        if (Boolean.parseBoolean(text[2])) {
            Access.method(type, "close").invoke(made);
        }
        return made;
    }
}
