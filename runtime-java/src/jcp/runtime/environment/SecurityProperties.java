package jcp.runtime.environment;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;

/** Properties of {@code java.security.Security}. */
public final class SecurityProperties extends JvmState {
    private static final String KEY = "security";

    /** Keys and values in turn. */
    @Override
    public void capture(Map<String, String[]> state) {
        Class<?> in = JdkClasses.initialized("java.security.Security");
        if (in == null || !Access.hasField(in, "props")) {
            return;
        }
        List<String> flat = new java.util.ArrayList<>();
        Map<?, ?> properties = (Map<?, ?>) Access.getField(null, in, "props");
        for (Map.Entry<?, ?> e : new TreeMap<Object, Object>(properties).entrySet()) {
            if (e.getKey() instanceof String && e.getValue() instanceof String) {
                flat.add((String) e.getKey());
                flat.add((String) e.getValue());
            }
        }
        state.put(KEY, flat.toArray(new String[0]));
    }

    @Override
    public void restore(Map<String, String[]> state) {
        String[] flat = state.getOrDefault(KEY, new String[0]);
        for (int i = 0; i + 1 < flat.length; i += 2) {
            if (!flat[i + 1].equals(java.security.Security.getProperty(flat[i]))) {
                java.security.Security.setProperty(flat[i], flat[i + 1]);
            }
        }
    }
}
