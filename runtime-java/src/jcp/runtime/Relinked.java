package jcp.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;

/**
 * A call site that was linked before the checkpoint and is linked again in the replay. Linking takes identity hashes, in the
 * bootstrap method and behind it, where the JVM makes the code that calls the site; the original took them before the
 * checkpoint. So the first call gives them all back, and from then on the site is as any other.
 */
final class Relinked {
    private final MutableCallSite site;
    private final MethodHandle target;
    private final HashGenerator before;
    private final Thread linking = Thread.currentThread();

    private Relinked(MutableCallSite site, MethodHandle target, HashGenerator before) {
        this.site = site;
        this.target = target;
        this.before = before;
    }

    /** {@code made}, but that its first call gives back the hashes taken since {@code before}. */
    static CallSite site(CallSite made, HashGenerator before) {
        MutableCallSite site = new MutableCallSite(made.type());
        MethodHandle target = made.getTarget();
        try {
            MethodHandle first = MethodHandles.lookup()
                    .findVirtual(Relinked.class, "first", MethodType.methodType(void.class))
                    .bindTo(new Relinked(site, target, before));
            site.setTarget(MethodHandles.foldArguments(target, first));
            return site;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void first() {
        if (site.getTarget() != target) {
            site.setTarget(target);
            if (Thread.currentThread() == linking) {
                HashGenerator.give(before);
            }
        }
    }
}
