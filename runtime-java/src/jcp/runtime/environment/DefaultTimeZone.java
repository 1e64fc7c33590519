package jcp.runtime.environment;

import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.report.Problem;

/** The default time zone. */
public final class DefaultTimeZone extends JvmState {
    private static final String KEY = "time zone";

    /** The default time zone, without computing it; null if nothing has asked for it. */
    private static TimeZone defaultZone() {
        return (TimeZone) Access.getField(null, TimeZone.class, "defaultTimeZone");
    }

    static void check(List<Problem> problems) {
        TimeZone zone = defaultZone();
        if (zone == null) {
            return;
        }
        TimeZone named = TimeZone.getTimeZone(zone.getID());
        if (named.getClass() != zone.getClass() || !named.hasSameRules(zone) || !named.getID().equals(zone.getID())) {
            problems.add(new Problem(zone.getClass().getName(), "the default time zone " + zone.getID() + " is not one of the JDK's",
                "use a time zone from TimeZone.getTimeZone, or set the default time zone after the checkpoint"));
        }
    }

    @Override
    public void capture(Map<String, String[]> state) {
        if (defaultZone() != null) {
            state.put(KEY, new String[] {defaultZone().getID()});
        }
    }

    @Override
    public void restore(Map<String, String[]> state) {
        if (state.containsKey(KEY)) {
            TimeZone.setDefault(TimeZone.getTimeZone(state.get(KEY)[0]));
        }
    }
}
