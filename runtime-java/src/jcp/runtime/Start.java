package jcp.runtime;

import jcp.runtime.jvm.AtStart;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.Opening;
import jcp.runtime.jvm.OwnFiles;
import jcp.runtime.jvm.RandomSequence;
import jcp.runtime.jvm.Verification;
import jcp.runtime.linking.CallSites;
import jcp.runtime.linking.HookClasses;
import jcp.runtime.program.ClassPath;

/** The first hook of both jars. */
public final class Start {
    private static boolean started;

    private Start() {}

    /**
     * With two hashes that its caller has just taken: loading the runtime took others since. What the code of the program calls
     * directly is loaded here, so that no later hook has to be.
     */
    public static void start(int first, int second) {
        HashGenerator before = HashGenerator.before(first, second);
        if (!started && Opening.open() != null) {
            CallSites.replaying = true; // nothing is noted: the program runs without jcp, and the capturing run says so
            return;
        }
        if (!started) {
            boolean verified = Verification.suspend();
            try {
                before = RandomSequence.begin(before, Start.class);
                OwnFiles.stayOpen();
                AtStart.define();
                before = ClassPath.hide(before);
                HookClasses.load();
                Opening.forgetTexts();
            } finally {
                OwnFiles.close();
                Verification.resume(verified);
            }
            HashGenerator.begin(before);
            started = true;
        }
        HashGenerator.set(before);
    }
}
