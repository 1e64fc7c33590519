package jcp.runtime.kinds;

import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.Fields;
import jcp.runtime.program.ProgramLoaders;

/**
 * What the JVM keeps once for the classes of one jar, or of the JDK: protection domains and code sources. Written by the name
 * of a class that has it, of the program or {@code Object}, and got from that class again.
 */
public final class ClassMates {
    private ClassMates() {}

    private static final String DOMAIN = "protection-domain";
    private static final String SOURCE = "code-source";
    private static final String LOCATION = "location";

    static String[] capture(Object o) {
        String kind = o instanceof CodeSource ? SOURCE : DOMAIN;
        List<Object> loaded = new ArrayList<>((Collection<?>) Access.getField(Access.APPLICATION, ClassLoader.class, "classes"));
        loaded.add(Object.class);
        loaded.addAll(ProgramLoaders.classes());
        for (Object type : loaded) {
            if (!((Class<?>) type).isHidden() && of((Class<?>) type, kind) == o) {
                return new String[] {kind, ClassNames.of((Class<?>) type)};
            }
        }
        return null;
    }

    static Object make(String[] leaf) throws ClassNotFoundException {
        return Leaves.found(of(ClassNames.find(leaf[1], false), leaf[0]), leaf);
    }

    /** The locations of code among the objects: a code source gives the same URL each time. */
    private static List<String> locations(GraphWriter graph) {
        List<Object> sources = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (Object type : ((Collection<?>) Access.getField(Access.APPLICATION, ClassLoader.class, "classes")).toArray()) {
            Object source = ((Class<?>) type).isHidden() ? null : of((Class<?>) type, SOURCE);
            boolean met = source == null;
            for (Object one : sources) {
                met |= one == source;
            }
            Object location = met ? null : Fields.get(source, LOCATION);
            if (!met) {
                sources.add(source);
            }
            if (location != null && graph.ids.get(location) != 0) {
                found.add(((Class<?>) type).getName());
                found.add(Integer.toString(graph.ids.get(location)));
            }
        }
        return found;
    }

    private static void restoreLocations(GraphReader graph, String[] all) {
        for (int i = 0; i + 1 < all.length; i += 2) {
            try {
                Fields.put(of(Class.forName(all[i], false, Access.APPLICATION), SOURCE), LOCATION, graph.object(Integer.parseInt(all[i + 1])));
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException("the application has no class " + all[i] + "; replay with the class path of the capturing run", e);
            }
        }
    }

    private static Object of(Class<?> type, String kind) {
        ProtectionDomain domain = type.getProtectionDomain();
        return kind.equals(DOMAIN) ? domain : domain == null ? null : domain.getCodeSource();
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] toText(Object o) {
            return o instanceof ProtectionDomain || o instanceof CodeSource ? ClassMates.capture(o) : null; // else a location
        }

        @Override
        public Object fromText(String[] text) throws ReflectiveOperationException {
            return make(text);
        }

        @Override
        public Trace trace() {
            return new Trace() {
                @Override
                public List<String> capture(GraphWriter graph) {
                    return locations(graph);
                }
            };
        }

        @Override
        public void restoreEdges(GraphReader graph) {
            restoreLocations(graph, graph.edges(AsKind.class));
        }
    }
}
