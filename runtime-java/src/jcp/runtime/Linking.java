package jcp.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatException;
import java.lang.invoke.StringConcatFactory;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.linking.CallSites;
import jcp.runtime.linking.Rehearsal;
import jcp.runtime.linking.Relinked;

/**
 * Links the program's call sites of concatenated strings as the JDK does, but so that the replay takes the identity hashes
 * that the original did: each instruction of the original program is linked once ({@link CallSites}).
 */
public final class Linking {
    private Linking() {}

    /** As {@link StringConcatFactory#makeConcatWithConstants}; the name has the instruction's number. */
    public static CallSite makeConcatWithConstants(
            MethodHandles.Lookup caller, String numbered, MethodType type, String recipe, Object... constants)
            throws StringConcatException {
        if (Rehearsal.result() != null) {
            return Rehearsal.result();
        }
        // The JVM looks bootstrap methods up in a table, by their class's hash. This class has had one from the start; the original's
        // takes one here, where the JVM's archive has none for it (on JDK 17 with any collector but G1).
        System.identityHashCode(StringConcatFactory.class);
        HashGenerator before = HashGenerator.now();
        String instruction = CallSites.instruction(numbered, type);
        CallSite site = CallSites.find(caller.lookupClass(), instruction);
        String name = CallSites.name(numbered);
        HashGenerator.set(before);
        if (site != null) {
            return site;
        }
        site = StringConcatFactory.makeConcatWithConstants(caller, name, type, recipe, constants);
        HashGenerator made = HashGenerator.now();
        Rehearsal.noteCall("Linking", "makeConcatWithConstants", constants.length + 1);
        Rehearsal.noteConcatenation(type, recipe);
        HashGenerator.set(made);
        return linked(caller.lookupClass(), instruction, site, before);
    }

    /** Notes the call site that was made; {@code before}: the hashes as they were before it was. */
    static CallSite linked(Class<?> host, String instruction, CallSite made, HashGenerator before) {
        HashGenerator after = HashGenerator.now();
        CallSite site = CallSites.link(host, instruction, made);
        if (CallSites.wasLinked(host, instruction)) {
            return Relinked.site(site, before);
        }
        HashGenerator.set(after);
        return site;
    }
}
