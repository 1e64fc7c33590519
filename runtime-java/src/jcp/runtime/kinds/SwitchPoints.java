package jcp.runtime.kinds;

import java.lang.invoke.SwitchPoint;
import jcp.runtime.graph.Kind;

/**
 * Switch points, by which run-time libraries of languages withdraw what they have linked. One says nothing but whether it was switched, so the replay makes it again.
 * The call sites that it guards are linked again, too.
 *
 * <p>Left out, hence refused: handles that a switch point guards, since they are bound to its call site.
 */
public final class SwitchPoints extends Kind {
    private static final String SWITCHED = "switched";

    @Override
    public String[] toText(Object o) {
        return new String[] {"switch point", ((SwitchPoint) o).hasBeenInvalidated() ? SWITCHED : ""};
    }

    @Override
    public Object fromText(String[] text) {
        SwitchPoint made = new SwitchPoint();
        if (text[1].equals(SWITCHED)) {
            SwitchPoint.invalidateAll(new SwitchPoint[] {made});
        }
        return made;
    }
}
