package jcp.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.TypeDescriptor;
import java.lang.runtime.ObjectMethods;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.linking.CallSites;
import jcp.runtime.linking.Rehearsal;

/**
 * Links the call sites of records' methods, as {@link Linking} does those of concatenations. A class apart, that nothing
 * initialises before: the JDK calls a method of such a class by other code, and it is one in the original, too.
 */
public final class RecordMethods {
    private RecordMethods() {}

    /** As {@link ObjectMethods#bootstrap}; the name has the instruction's number, if it is no dynamic constant's. */
    public static Object bootstrap(
            MethodHandles.Lookup caller, String numbered, TypeDescriptor type, Class<?> record, String names,
            MethodHandle... getters) throws Throwable {
        if (Rehearsal.result() != null) {
            return Rehearsal.result();
        }
        if (!(type instanceof MethodType)) {
            return ObjectMethods.bootstrap(caller, numbered, type, record, names, getters);
        }
        System.identityHashCode(ObjectMethods.class); // see Linking
        HashGenerator before = HashGenerator.now();
        String instruction = CallSites.instruction(numbered, (MethodType) type);
        CallSite site = CallSites.find(caller.lookupClass(), instruction);
        String name = CallSites.name(numbered);
        HashGenerator.set(before);
        if (site != null) {
            return site;
        }
        site = (CallSite) ObjectMethods.bootstrap(caller, name, type, record, names, getters);
        HashGenerator made = HashGenerator.now();
        Rehearsal.noteCall("RecordMethods", "bootstrap", getters.length + 2);
        Rehearsal.noteRecord(name, record, names, getters);
        HashGenerator.set(made);
        return Linking.linked(caller.lookupClass(), instruction, site, before);
    }
}
