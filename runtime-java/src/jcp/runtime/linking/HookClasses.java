package jcp.runtime.linking;

import java.io.IOException;
import jcp.runtime.jvm.Missing;
import jcp.runtime.program.RunFacts;
import jcp.runtime.report.Settings;

/**
 * Loads what the code of the program calls. How the JVM calls a bootstrap method depends on whether its class is
 * initialised, so each is here as the JDK's own is when the program first needs it.
 */
public final class HookClasses {
    private static final String[] NAMES = {"jcp.runtime.Capture", "jcp.runtime.Replay", "jcp.runtime.Lambdas", "jcp.runtime.Linking",
        "jcp.runtime.linking.CallSites", "jcp.runtime.linking.Rehearsal", "jcp.runtime.linking.LambdaClasses", "jcp.runtime.Interned",
        "jcp.runtime.linking.InternedStrings", "jcp.runtime.OffHeap", "jcp.runtime.environment.OffHeapUse", "jcp.runtime.Texts"};

    private HookClasses() {}

    public static void load() {
        try {
            for (String name : NAMES) {
                Class.forName(name);
            }
            // linked, but not initialised
            Class.forName("jcp.runtime.RecordMethods", false, HookClasses.class.getClassLoader()).getDeclaredMethods();
            if (RunFacts.start()) {
                Class.forName("jcp.runtime.Entered");
                Class.forName("jcp.runtime.program.MethodCounts");
            }
            if (Settings.property("jcp.observe") != null) {
                Class.forName("jcp.runtime.Observe");
            }
            if (Settings.property("jcp.states") != null) {
                Class.forName("jcp.runtime.States");
                Class.forName("jcp.runtime.checkpoint.EndState");
                Class.forName("jcp.runtime.frames.Shadow");
            }
        } catch (ClassNotFoundException | IOException e) {
            throw Missing.error(e.toString(), e);
        }
    }
}
