package jcp.runtime.jvm;

import java.io.File;
import java.io.IOException;

/**
 * The numbers of processes. {@code ProcessHandle} starts a pool of threads' classes and links lambdas of the JDK, which takes
 * identity hashes that the program is to take if it asks for processes later; so the system's table is read where there is one.
 */
public final class Processes {
    private static final File TABLE = new File("/proc");
    private static final File SELF = new File(TABLE, "self");

    private Processes() {}

    /** This process's number. */
    static String own() throws IOException {
        return SELF.exists() ? SELF.getCanonicalFile().getName() : Long.toString(ProcessHandle.current().pid());
    }

    /** Whether the text is the number of no process; false if it is no number. */
    static boolean isGone(String number) {
        boolean digits = !number.isEmpty() && number.length() <= 18; // a longer one is no process's
        for (int i = 0; i < number.length(); i++) {
            digits &= number.charAt(i) >= '0' && number.charAt(i) <= '9';
        }
        if (!digits) {
            return false;
        }
        return SELF.exists() ? !new File(TABLE, number).exists() : ProcessHandle.of(Long.parseLong(number)).isEmpty();
    }
}
