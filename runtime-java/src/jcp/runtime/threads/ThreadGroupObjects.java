package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Parts;
import jcp.runtime.jvm.Access;

/**
 * Thread groups that the program made. Each is copied; its parent lists it again, at the same place among the others. It has the threads
 * that are started again ({@link PoolWorkers}), which enter it as they did before.
 *
 * <p>Up to JDK 18 a parent holds its groups until they are destroyed: they are roots of the graph. Later ones hold them weakly.
 */
public final class ThreadGroupObjects extends Kind {
    /** The kind of part and of root that such a group is. */
    public static final String KIND = "thread group";
    /** The JDK's own, beside the main group. */
    private static final String OWN = "InnocuousThreadGroup";

    /** The lists of groups and threads. */
    @Override
    public String[] skippedFields() {
        return new String[] {"java.lang.ThreadGroup.nthreads", "java.lang.ThreadGroup.threads", "java.lang.ThreadGroup.ngroups",
            "java.lang.ThreadGroup.groups", "java.lang.ThreadGroup.nweaks", "java.lang.ThreadGroup.weaks"};
    }

    @Override
    public boolean admits(Object o) {
        return isOfProgram((ThreadGroup) o);
    }

    private static boolean isOfProgram(ThreadGroup group) {
        ThreadGroup parent = parent(group);
        return parent != null && (parent(parent) != null || !OWN.equals(Access.getField(group, ThreadGroup.class, "name")));
    }

    private static ThreadGroup parent(ThreadGroup group) {
        return (ThreadGroup) Access.getField(group, ThreadGroup.class, "parent");
    }

    /** The groups that their parents alone may hold, below the main thread's. */
    public static List<ThreadGroup> kept(Thread main) {
        List<ThreadGroup> found = new ArrayList<>();
        if (!isWeak()) {
            found.add(main.getThreadGroup());
            for (int i = 0; i < found.size(); i++) {
                found.addAll(children(found.get(i)));
            }
            found.remove(0);
        }
        return found;
    }

    private static boolean isWeak() {
        return Access.hasField(ThreadGroup.class, "weaks");
    }

    /** The groups that the parent lists. */
    private static List<ThreadGroup> children(ThreadGroup parent) {
        List<ThreadGroup> found = new ArrayList<>();
        synchronized (parent) {
            Object[] all = (Object[]) Access.getField(parent, ThreadGroup.class, isWeak() ? "weaks" : "groups");
            int count = all == null ? 0 : (Integer) Access.getField(parent, ThreadGroup.class, isWeak() ? "nweaks" : "ngroups");
            for (int i = 0; i < count; i++) {
                Object group = isWeak() ? ((java.lang.ref.WeakReference<?>) all[i]).get() : all[i];
                if (group != null) {
                    found.add((ThreadGroup) group);
                }
            }
        }
        return found;
    }

    /** Its place among the groups of its parent; none if it was destroyed. */
    @Override
    public String[] capturePart(Object o, GraphWriter graph) {
        ThreadGroup group = (ThreadGroup) o;
        int at = parent(group) == null ? -1 : place(group);
        return at < 0 ? null : new String[] {Integer.toString(at)};
    }

    /** Among the groups of its parent; -1 if it is none of them. Without {@code equals}, which may be the program's. */
    private static int place(ThreadGroup group) {
        List<ThreadGroup> all = children(parent(group));
        int at = all.size() - 1;
        while (at >= 0 && all.get(at) != group) {
            at--;
        }
        return at;
    }

    @Override
    public void restoreParts(GraphReader graph) {
        List<Parts.Part> sorted = new ArrayList<>();
        for (Parts.Part each : graph.parts.of(KIND)) {
            int at = sorted.size();
            while (at > 0 && place(sorted.get(at - 1)) > place(each)) {
                at--;
            }
            sorted.add(at, each);
        }
        for (Parts.Part each : sorted) {
            ThreadGroup group = (ThreadGroup) graph.object(each.object);
            if (place(group) < 0) { // else the frames above the chain have made it
                list(group);
            }
        }
    }

    private static void list(ThreadGroup group) {
        try {
            Access.method(ThreadGroup.class, isWeak() ? "synchronizedAddWeak" : "add", ThreadGroup.class).invoke(parent(group), group);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the thread group \"" + group.getName() + "\" cannot be listed by its parent", e);
        }
    }

    private static int place(Parts.Part part) {
        return Integer.parseInt(part.text[0]);
    }
}
