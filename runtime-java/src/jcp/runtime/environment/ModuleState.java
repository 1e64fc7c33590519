package jcp.runtime.environment;

import java.util.Map;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;

/**
 * What modules read, export and open besides what the launch says ({@link ModuleEdges}), as agents have it and programs that call the JDK's own methods for it. Apart
 * from that, which is loaded where a module has such edges alone.
 */
public final class ModuleState extends JvmState {
    private static final String KEY = "edges of modules";

    @Override
    public void capture(Map<String, String[]> state) {
        if (JdkClasses.initialized("java.lang.Module$ReflectionData") != null) {
            String[] edges = ModuleEdges.all();
            if (edges.length > 0) {
                state.put(KEY, edges);
            }
        }
    }

    @Override
    public void restore(Map<String, String[]> state) {
        String[] edges = state.remove(KEY);
        if (edges != null) {
            ModuleEdges.add(edges);
        }
    }
}
