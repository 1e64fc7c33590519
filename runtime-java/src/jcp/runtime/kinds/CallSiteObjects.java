package jcp.runtime.kinds;

import java.io.IOException;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.SwitchPoint;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.linking.HeldSites;

/**
 * Call sites, whose targets may lead back to them, and switch points, each of which has a call site of its own: copied with their target. On JDKs before 25 the JVM keeps in a part of
 * the site which compiled code rests on the target, and the JDK's cleaner lets go of that; the copy gets a new one. An instruction that was linked to the site is linked to the copy ({@link HeldSites}).
 *
 * <p>Invariant: the copy's target is set before any code is compiled that calls it. Left out, and refused: a site of an instruction that the replay cannot tell from others.
 */
public final class CallSiteObjects extends Kind {
    private static final String CONTEXT = "context";
    private static final Class<?> SITE = CallSite.class;
    private static final Class<?> NATIVES = Access.jdk("java.lang.invoke.MethodHandleNatives");
    private static final String SET = "setCallSiteTargetNormal";

    @Override
    public String[] skippedFields() {
        return new String[] {"java.lang.invoke.CallSite." + CONTEXT};
    }

    @Override
    public boolean admits(Object o) {
        return true;
    }

    /** Once a trace has met one, the program's instructions are looked at. */
    @Override
    public Trace trace() {
        HeldSites.begin();
        return new Trace() {};
    }

    @Override
    public String[] capturePart(Object o, GraphWriter graph) throws Obstacle {
        if (o instanceof SwitchPoint) {
            return null;
        }
        String[] found = isOfSwitchPoint((CallSite) o) ? NONE : HeldSites.of((CallSite) o);
        if (found == null) {
            throw new Obstacle("a call site that a call of the program may be linked to, and the JVM does not tell which call, or several that cannot be told apart",
                "drop the reference to the call site, or move the checkpoint before the call is linked");
        }
        return found;
    }

    /** Such a site is given to no instruction, and has targets of its own. */
    private static boolean isOfSwitchPoint(CallSite site) {
        if (site.getClass() != MutableCallSite.class || JdkClasses.initialized(SwitchPoint.class.getName()) == null) {
            return false;
        }
        Object target = Access.getField(site, SITE, "target");
        return target == Access.getField(null, SwitchPoint.class, "K_true") || target == Access.getField(null, SwitchPoint.class, "K_false");
    }

    /** Where the site was there at the entry of a root below main, code may have been compiled that rests on its target: the JVM is told of another one and of this. */
    @Override
    public void restorePart(Object object, String[] part, GraphReader graph) throws IOException {
        ClassFields context = ClassFields.of(SITE, CONTEXT);
        if (context != null && Access.getField(object, SITE, CONTEXT) == null) {
            Access.setField(object, SITE, CONTEXT, Access.call(null, context.type(), "make", object));
        }
        if (!(object instanceof ConstantCallSite)) {
            Object target = Access.getField(object, SITE, "target");
            Access.call(null, NATIVES, SET, object, MethodHandles.identity(Object.class));
            Access.call(null, NATIVES, SET, object, target);
        }
        HeldSites.hold((CallSite) object, part);
    }
}
