package jcp.runtime;

import java.lang.invoke.CallSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The call sites of lambdas that are linked, by host class and instruction. An instruction of the original program is linked
 * once, so its clones share its call site, and one that was linked before the checkpoint has in the replay the call site that
 * the restored objects were made with: objects without captured values and classes are compared by identity.
 *
 * <p>An instruction is named by its number (see {@code number_call_sites} of the rewriter), name and factory type.
 */
final class CallSites {
    /** By the host's name and the instruction; classes of one name may come from several loaders. */
    private static final Map<String, List<Linked>> LINKED = new HashMap<>();

    private CallSites() {}

    private static final class Linked {
        private final Class<?> host;
        private final CallSite site;

        Linked(Class<?> host, CallSite site) {
            this.host = host;
            this.site = site;
        }
    }

    /** The instruction's call site, or null. */
    static synchronized CallSite find(Class<?> host, String instruction) {
        for (Linked linked : LINKED.getOrDefault(host.getName() + " " + instruction, List.of())) {
            if (linked.host == host) {
                return linked.site;
            }
        }
        return null;
    }

    /** Remembers the call site; returns the one that counts, as two threads may link one instruction. */
    static synchronized CallSite link(Class<?> host, String instruction, CallSite site) {
        CallSite first = find(host, instruction);
        if (first != null) {
            return first;
        }
        String key = host.getName() + " " + instruction;
        if (!LINKED.containsKey(key)) {
            LINKED.put(key, new ArrayList<>(1));
        }
        LINKED.get(key).add(new Linked(host, site));
        return site;
    }
}
