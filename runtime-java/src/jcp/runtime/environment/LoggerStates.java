package jcp.runtime.environment;

import java.util.Map;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.kinds.Loggers;

/** Levels and parents of loggers. By name, since a JVM without the module java.logging has none ({@link Loggers}). */
public final class LoggerStates extends JvmState {
    private static final String PREFIX = "logger:";

    @Override
    public void capture(Map<String, String[]> state) {
        if (JdkClasses.initialized("java.util.logging.LogManager") != null) {
            Loggers.captureAll(state);
        }
    }

    @Override
    public void restore(Map<String, String[]> state) {
        for (Map.Entry<String, String[]> e : state.entrySet()) {
            if (e.getKey().startsWith(PREFIX)) {
                Loggers.restore(e.getKey().substring(PREFIX.length()), e.getValue());
            }
        }
    }
}
