package jcp.runtime.environment;

import java.io.File;
import java.util.Collection;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;

/** The files that are to be deleted when the JVM ends. */
public final class DeletedAtExit extends JvmState {
    private static final String KEY = "delete on exit";

    @Override
    public void capture(Map<String, String[]> state) {
        Class<?> hook = JdkClasses.initialized("java.io.DeleteOnExitHook");
        Object files = hook == null ? null : Access.getField(null, hook, "files");
        if (files != null) {
            state.put(KEY, ((Collection<?>) files).toArray(new String[0]));
        }
    }

    @Override
    public void restore(Map<String, String[]> state) {
        for (String file : state.getOrDefault(KEY, new String[0])) {
            new File(file).deleteOnExit();
        }
    }
}
