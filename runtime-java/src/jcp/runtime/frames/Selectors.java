package jcp.runtime.frames;

import java.util.List;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.program.Plan;
import jcp.runtime.report.Problem;

/**
 * The {@link Selector}s of the contexts that are called virtually, each made when a receiver comes that has the method: the
 * class of the method is loaded then; to load it earlier than the program does would take identity hashes earlier.
 */
public final class Selectors {
    private final Plan plan;
    private final Selector[] selectors;
    /** By context: the class of the last receiver that does not have the method. */
    private final Class<?>[] others;

    public Selectors(Plan plan) {
        this.plan = plan;
        selectors = new Selector[plan.nodes.size()];
        others = new Class<?>[selectors.length];
    }

    /** Whether calling the context's method on the receiver runs that very method. */
    public boolean selects(Object receiver, int context) {
        Selector selector = selectors[context];
        if (selector == null && (others[context] == receiver.getClass() || !has(receiver.getClass(), context))) {
            others[context] = receiver.getClass();
            return false;
        }
        if (selector != null && selector.knows(receiver.getClass())) {
            return selector.selects(receiver.getClass());
        }
        HashGenerator before = HashGenerator.now();
        if (selector == null) {
            selector = new Selector(plan.nodes.get(context).element);
            selectors[context] = selector;
        }
        boolean selected = selector.selects(receiver.getClass());
        HashGenerator.set(before);
        return selected;
    }

    private boolean has(Class<?> type, int context) {
        return inherits(type, plan.nodes.get(context).element.type.replace('/', '.'));
    }

    private static boolean inherits(Class<?> type, String name) {
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (c.getName().equals(name)) {
                return true;
            }
            for (Class<?> each : c.getInterfaces()) {
                if (inherits(each, name)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What to say where the receiver's class cannot be looked at. */
    public static List<Problem> problem(Object receiver, Throwable e) {
        return List.of(new Problem(receiver.getClass().getName(), "its methods cannot be listed: " + e, "add the missing classes to the class path"));
    }
}
