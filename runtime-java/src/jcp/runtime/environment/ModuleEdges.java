package jcp.runtime.environment;

import java.util.Map;
import java.util.TreeMap;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.Loaders;

/**
 * What modules of the JDK read, export and open since the launch, as {@code java.lang.Module} keeps it in maps of its own. A module is told by its name, one
 * without a name by its loader.
 *
 * <p>Left out: modules of other layers than the JVM's first, such as those of proxies, and unnamed ones of loaders that the checkpoint does not have.
 */
final class ModuleEdges {
    private static final String READS = "reads";
    private static final String EXPORTS = "exports";
    private static final String OPENS = "opens";
    private static final String NAMED = "module ";
    private static final String UNNAMED = "unnamed of ";
    private static final String NUMBER = "unnamed of loader ";
    /** The JDK's own modules that stand for all, and for all without names, by their fields. */
    private static final String[] ALL = {"EVERYONE_MODULE", "ALL_UNNAMED_MODULE"};

    private ModuleEdges() {}

    /** Of each edge in turn: what it is, the module, the other module, and the package. */
    static String[] all() {
        Map<String, Boolean> found = new TreeMap<>();
        for (Map.Entry<?, ?> each : edges(READS).entrySet()) {
            add(found, READS, each.getKey(), "");
        }
        for (Map.Entry<?, ?> each : edges(EXPORTS).entrySet()) {
            for (Map.Entry<?, ?> one : ((Map<?, ?>) each.getValue()).entrySet()) {
                add(found, (Boolean) one.getValue() ? OPENS : EXPORTS, each.getKey(), (String) one.getKey());
            }
        }
        String[] texts = new String[4 * found.size()];
        int at = 0;
        for (Map.Entry<String, Boolean> each : found.entrySet()) {
            for (String text : each.getKey().split("\n", -1)) {
                texts[at++] = text;
            }
        }
        return texts;
    }

    private static Map<?, ?> edges(String which) {
        Object map = Access.getField(null, Access.jdk("java.lang.Module$ReflectionData"), which);
        return (Map<?, ?>) Access.getField(map, map.getClass(), "map");
    }

    private static void add(Map<String, Boolean> found, String what, Object pair, String in) {
        String one = name((Module) Access.call(pair, pair.getClass(), "first"));
        String other = name((Module) Access.call(pair, pair.getClass(), "second"));
        if (one != null && other != null) {
            found.put(what + "\n" + one + "\n" + other + "\n" + in, true);
        }
    }

    private static String name(Module module) {
        if (module == null) {
            return null;
        }
        for (String each : ALL) {
            if (Access.getField(null, Module.class, each) == module) {
                return each;
            }
        }
        if (module.isNamed()) {
            return find(module.getName()) == module ? NAMED + module.getName() : null;
        }
        String loader = Loaders.name(module.getClassLoader());
        int number = ClassNames.number(module.getClassLoader());
        return loader != null ? UNNAMED + loader : number >= 0 ? NUMBER + number : null;
    }

    private static Module find(String name) {
        return ModuleLayer.boot().findModule(name).orElse(null);
    }

    private static Module module(String text) {
        if (text.startsWith(NAMED)) {
            return find(text.substring(NAMED.length()));
        }
        if (text.startsWith(NUMBER)) {
            return ClassNames.loaders().get(Integer.parseInt(text.substring(NUMBER.length()))).getUnnamedModule();
        }
        if (!text.startsWith(UNNAMED)) {
            return (Module) Access.getField(null, Module.class, text);
        }
        ClassLoader loader = Loaders.named(text.substring(UNNAMED.length()));
        return loader != null ? loader.getUnnamedModule() : (Module) Access.call(null, Access.jdk("jdk.internal.loader.BootLoader"), "getUnnamedModule");
    }

    /** Adds edges; those that are there already stay. */
    static void add(String[] edges) {
        for (int i = 0; i + 3 < edges.length; i += 4) {
            Module one = module(edges[i + 1]);
            Module other = module(edges[i + 2]);
            if (one == null || other == null) {
                throw new IllegalStateException("this JVM has no " + (one == null ? edges[i + 1] : edges[i + 2]) + ", which the checkpoint's had; capture again");
            }
            switch (edges[i]) {
                case READS:
                    Access.call(one, Module.class, "implAddReads", other);
                    break;
                case OPENS:
                    Access.call(one, Module.class, "implAddOpens", edges[i + 3], other);
                    break;
                default:
                    Access.call(one, Module.class, "implAddExports", edges[i + 3], other);
            }
        }
    }
}
