package jcp.runtime.jvm;

import java.io.IOException;
import java.security.ProtectionDomain;

/**
 * Defines the classes of the runtime that each run needs, out of one file ({@code runtime-java/at-start.txt} lists them). One by one the
 * application's loader would look them up, check who signed them and decompress each, by code that the JVM still interprets (docs/bench.md has
 * what that takes).
 *
 * <p>Invariants: the classes belong to the loader and the protection domain to which they would belong anyway, and each comes after those
 * that it extends. A class that is loaded already stays as it is. Left out: classes that only some runs need; the
 * loader finds these, and the others too if the file is missing.
 */
public final class AtStart {
    private static final String FILE = "at-start";

    private static boolean done;

    private AtStart() {}

    /** In the first hook, when the JVM is open; a second call does nothing. */
    public static void define() {
        if (done) {
            return;
        }
        done = true;
        byte[] all;
        try {
            all = OwnFiles.read(FILE);
        } catch (IOException | RuntimeException e) {
            return; // what needs the files says what is wrong with them
        }
        ProtectionDomain domain = Access.class.getProtectionDomain();
        for (int at = 0, length; at + 4 <= all.length; at += 4 + length) {
            length = OwnFiles.number(all, at);
            try {
                Access.U.defineClass(null, all, at + 4, length, Access.APPLICATION, domain);
            } catch (LinkageError e) {
                continue;
            }
        }
    }
}
