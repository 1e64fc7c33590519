package jcp.runtime.linking;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.program.Hidden;

/**
 * The program's call sites that are linked, by host class and instruction. An instruction of the original program is linked
 * once, so its clones share its call site, and one of a lambda that was linked before the checkpoint has in the replay the
 * call site that the restored objects were made with: objects without captured values and classes are compared by identity.
 * The replay also knows of each instruction whether it was linked before the checkpoint: linking takes identity hashes, and
 * it was done with then. Where an agent has changed the host since, its instructions are linked anew, as in the original.
 *
 * <p>An instruction is named by its call site's name with its place (see {@code redirect_call_sites} of the rewriter) and its
 * type.
 */
public final class CallSites extends JvmState {
    /** By the host's name and the instruction; classes of one name may come from several loaders. */
    private static final Map<String, List<Linked>> LINKED = new HashMap<>();

    private static final String KEY = "call sites";
    /** In a replay: those that were linked before the checkpoint, as in LINKED, and what {@link MadeClasses} says of a lambda's class. */
    private static final Map<String, String> EARLIER = new HashMap<>();

    /** Whether this JVM replays, so that nothing needs to be remembered. */
    public static volatile boolean replaying;

    @Override
    public synchronized void capture(Map<String, String[]> state) {
        List<String> all = new ArrayList<>();
        for (Map.Entry<String, List<Linked>> e : new TreeMap<>(LINKED).entrySet()) {
            all.add(e.getKey());
            Class<?> lambda = LambdaClasses.made(e.getValue().get(0).site.getTarget());
            all.add(lambda == null ? "" : MadeClasses.describe(lambda));
        }
        state.put(KEY, all.toArray(new String[0]));
    }

    @Override
    public synchronized void restoreEarly(Map<String, String[]> state) {
        String[] all = state.remove(KEY);
        for (int i = 0; all != null && i + 1 < all.length; i += 2) {
            EARLIER.put(all[i], all[i + 1]);
        }
    }

    /** Whether the instruction was linked before the checkpoint; says so once. */
    public static synchronized boolean wasLinked(Class<?> host, String instruction) {
        return EARLIER.remove(key(host, instruction)) != null;
    }

    /** What is known of the class of a lambda that was linked before the checkpoint and is to be linked again; null if it was not. */
    public static synchronized String earlier(Class<?> host, String instruction) {
        return EARLIER.get(key(host, instruction));
    }

    /** The instruction that a numbered name stands for ({@code apply#1f2e-7}), with the type of its call site. */
    public static String instruction(String numbered, MethodType type) {
        return numbered + descriptor(type);
    }

    /** The type's descriptor. {@code MethodType} itself would take a class for it that the program may be the first to use. */
    public static String descriptor(MethodType type) {
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < type.parameterCount(); i++) {
            text.append(type.parameterType(i).descriptorString());
        }
        return text.append(')').append(type.returnType().descriptorString()).toString();
    }

    /** The call site's name in the original program. */
    public static String name(String numbered) {
        return numbered.substring(0, numbered.lastIndexOf('#'));
    }

    private static String key(Class<?> host, String instruction) {
        return host.getName() + " " + instruction;
    }

    private static final class Linked {
        private final Class<?> host;
        private final CallSite site;
        /** An agent that changes the host has all its instructions linked again. */
        private final int changes;

        Linked(Class<?> host, CallSite site) {
            this.host = host;
            this.site = site;
            changes = Hidden.changes(host);
        }
    }

    /** The instruction's call site, or null. */
    public static synchronized CallSite find(Class<?> host, String instruction) {
        for (Linked linked : LINKED.getOrDefault(key(host, instruction), List.of())) {
            if (linked.host == host && linked.changes == Hidden.changes(host)) {
                return linked.site;
            }
        }
        return null;
    }

    /** Remembers the call site; returns the one that counts, as two threads may link one instruction. */
    public static synchronized CallSite link(Class<?> host, String instruction, CallSite site) {
        CallSite first = find(host, instruction);
        if (first != null) {
            return first;
        }
        String key = key(host, instruction);
        if (!LINKED.containsKey(key)) {
            LINKED.put(key, new ArrayList<>(1));
        }
        List<Linked> all = LINKED.get(key);
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i).host == host) {
                all.remove(i);
            }
        }
        all.add(new Linked(host, site));
        return site;
    }
}
