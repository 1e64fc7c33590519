package jcp.runtime.environment;

import java.util.Locale;
import java.util.Map;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.kinds.CachedKinds;
import jcp.runtime.kinds.Leaves;

/** The three default locales. */
public final class DefaultLocales extends JvmState {
    private static final Locale.Category[] CATEGORIES = {Locale.Category.DISPLAY, Locale.Category.FORMAT};

    @Override
    public void capture(Map<String, String[]> state) {
        state.put("locale", Leaves.toText(Locale.getDefault()));
        for (Locale.Category category : CATEGORIES) {
            state.put("locale " + category.name(), Leaves.toText(Locale.getDefault(category)));
        }
    }

    /** One that is equal already stays, since it may be a constant. */
    @Override
    public void restore(Map<String, String[]> state) {
        Locale base = Leaves.localeOf(state.get("locale"));
        if (differs(base, Locale.getDefault())) {
            Locale.setDefault(base);
        }
        for (Locale.Category category : CATEGORIES) {
            Locale locale = Leaves.localeOf(state.get("locale " + category.name()));
            if (differs(locale, Locale.getDefault(category))) {
                Locale.setDefault(category, locale);
            }
        }
    }

    private static boolean differs(Locale one, Locale other) {
        return !one.equals(other) || CachedKinds.isKept(one) != CachedKinds.isKept(other);
    }
}
