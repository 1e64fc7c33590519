package jcp.runtime.jvm;

import java.lang.invoke.MethodHandles;

/** Lookups with all rights in a class. */
public final class Lookups {
    private static final MethodHandles.Lookup ALL = all();

    private Lookups() {}

    private static MethodHandles.Lookup all() {
        Access.U.ensureClassInitialized(MethodHandles.Lookup.class);
        return (MethodHandles.Lookup) Access.getField(null, MethodHandles.Lookup.class, "IMPL_LOOKUP");
    }

    public static MethodHandles.Lookup in(Class<?> host) {
        return ALL.in(host);
    }
}
