package jcp.runtime;

import java.util.List;

/** The {@link Selector}s of the contexts that are called virtually, each made when it is first asked. */
final class Selectors {
    private final Plan plan;
    private final Selector[] selectors;

    Selectors(Plan plan) {
        this.plan = plan;
        selectors = new Selector[plan.nodes.size()];
    }

    /** Whether calling the context's method on the receiver runs that very method. */
    boolean selects(Object receiver, int context) {
        Selector selector = selectors[context];
        if (selector != null && selector.knows(receiver.getClass())) {
            return selector.selects(receiver.getClass());
        }
        HashGenerator before = HashGenerator.now();
        if (selector == null) {
            selector = new Selector(plan.nodes.get(context).element);
            selectors[context] = selector;
        }
        boolean selected = selector.selects(receiver.getClass());
        HashGenerator.give(before);
        return selected;
    }

    /** What to say where the receiver's class cannot be looked at. */
    static List<Problem> problem(Object receiver, Throwable e) {
        return List.of(new Problem(receiver.getClass().getName(), "its methods cannot be listed: " + e, "complete the class path"));
    }
}
