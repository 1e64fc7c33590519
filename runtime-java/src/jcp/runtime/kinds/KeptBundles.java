package jcp.runtime.kinds;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Fields;
import jcp.runtime.jvm.JdkClasses;

/**
 * Resource bundles that {@code ResourceBundle.getBundle} gives again: its cache has them by name, locale and modules, softly
 * held. Those that the program holds are captured with their keys in it, and put into the replay's cache.
 *
 * <p>Left out: bundles that the program does not hold; the replay looks these up again when they are asked for.
 */
public final class KeptBundles extends Kind.Trace {
    private static final String CACHE = "cacheList";
    private static final String BUNDLES = "java.util.ResourceBundle";

    private final List<String> found = new ArrayList<>();

    /** To be asked again when keys have led to more objects. */
    @Override
    public void find(GraphWriter graph) {
        if (!graph.initialized.contains(BUNDLES)) {
            return;
        }
        found.clear();
        for (Object entry : ((Map<?, ?>) Fields.getStatic(Access.jdk(BUNDLES), CACHE)).entrySet().toArray()) {
            Object reference = ((Map.Entry<?, ?>) entry).getValue();
            Object bundle = Fields.get(reference, "referent");
            int number = bundle == null ? 0 : graph.ids.get(bundle);
            if (number != 0 && !graph.anchored.get(number)) {
                graph.within(number);
                found.add(Integer.toString(graph.id(((Map.Entry<?, ?>) entry).getKey())));
                found.add(Integer.toString(graph.id(reference)));
            }
        }
    }

    @Override
    public List<String> capture(GraphWriter graph) {
        return found;
    }

    /** Puts them into the cache, when all objects are restored. */
    @SuppressWarnings("unchecked")
    private static void restore(GraphReader graph, String[] all) {
        for (int i = 0; i + 1 < all.length; i += 2) {
            Object key = graph.object(Integer.parseInt(all[i]));
            Object module = Fields.get(Fields.get(key, "moduleRef"), "referent");
            Object caller = Fields.get(Fields.get(key, "callerRef"), "referent");
            int hash = module.hashCode() ^ caller.hashCode(); // as the key's constructor: this JVM's modules have hashes of its own
            Access.setField(key, key.getClass(), "modulesHash", hash);
            Object reference = graph.object(Integer.parseInt(all[i + 1]));
            Fields.put(Fields.get(reference, "referent"), "cacheKey", key);
            ((Map<Object, Object>) Fields.getStatic(JdkClasses.load(BUNDLES, true), CACHE)).put(key, reference);
        }
    }

    /** No objects are of this kind. */
    public static final class AsKind extends Kind {
        // keys of the JVM's cache, which are restored; where a bundle is looked for that is not yet found
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.util.ResourceBundle.cacheKey", "java.util.ResourceBundle$CacheKey.providers"};
        }

        @Override
        public Trace trace() {
            return new KeptBundles();
        }

        @Override
        public void restoreEdges(GraphReader graph) {
            restore(graph, graph.edges(AsKind.class));
        }
    }
}
