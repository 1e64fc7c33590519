package jcp.runtime.kinds;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Member;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.Fields;

/**
 * What reflection gives as the same object each time, since a class, or one of its methods, constructors or fields, keeps it:
 * annotations, type variables and other generic types, parameters. What the program holds of them is copied; whatever keeps
 * such an object is captured, and the copy put into the replay's class or member.
 *
 * <p>Members that reflection gives out are copies of one that the class keeps (their root), with which they share annotations
 * and, on newer JDKs, generic types ({@link Roots}).
 *
 * <p>Looked at are the classes of {@link ClassValues#known}. Left out: parts of a location of code, and what only a member keeps
 * that the program does not hold and whose class has let go of it.
 */
public final class KeptByClasses extends Kind.Trace {
    private static final String LEAF = "leaf";
    private static final String CLASS = "class";
    /** Of {@code Class}. */
    private static final String[] OF_CLASS = {"annotationData", "genericInfo"};
    /** Of members; of each as far as this JDK has it. */
    private static final String[] OF_MEMBER = {"declaredAnnotations", "genericInfo", "parameters", "parameterData"};
    private static final String GENERICS = "sun.reflect.generics.";
    private static final String ANNOTATION = "sun.reflect.annotation.AnnotationInvocationHandler";
    private static final String ANNOTATIONS = "java.lang.Class$AnnotationData";
    private static final String PARAMETERS = "java.lang.reflect.Executable$ParameterData";
    /** Annotations within annotations, bounds within bounds. */
    private static final int DEEPEST = 12;

    private boolean met;
    private List<Class<?>> classes;
    private final List<Integer> members = new ArrayList<>();
    /** For each: LEAF and the member's number, or what keeps it; its class's number; name; descriptor; the field; the value's number. */
    private final List<String> found = new ArrayList<>();
    private final Set<String> known = new HashSet<>();

    /** Whether objects of the class may be kept so. */
    static boolean concerns(Class<?> type) {
        return type == Parameter.class || type.getName().equals(ANNOTATION) || type.getName().startsWith(GENERICS + "reflectiveObjects.");
    }

    @Override
    public void meet(GraphWriter graph, int number) {
        met |= concerns(graph.ids.object(number).getClass());
    }

    /** A member among the objects. */
    @Override
    public void meetText(GraphWriter graph, int number) {
        members.add(number);
    }

    /** Captures what keeps objects that were met; to be asked again when it has led to more. */
    @Override
    public void find(GraphWriter graph) {
        if (!met || graph.initialized.isEmpty()) {
            return;
        }
        for (Class<?> type : holders(graph)) {
            for (String field : OF_CLASS) {
                note(graph, type, CLASS, type, field);
            }
            Object data = Roots.data(type);
            for (int i = 0; data != null && i < Roots.ARRAYS.length; i++) {
                Object[] roots = (Object[]) Fields.get(data, Roots.ARRAYS[i]);
                for (Object root : roots == null ? new Object[0] : roots) {
                    for (String field : OF_MEMBER) {
                        note(graph, root, Roots.ARRAYS[i], type, field);
                    }
                }
            }
        }
        for (int number : new ArrayList<>(members)) {
            AccessibleObject member = (AccessibleObject) graph.ids.object(number);
            for (String field : OF_MEMBER) {
                note(graph, member, LEAF + number, ((Member) member).getDeclaringClass(), field);
            }
        }
    }

    private List<Class<?>> holders(GraphWriter graph) {
        if (classes == null) {
            classes = ClassValues.known();
        }
        List<Class<?>> all = new ArrayList<>(classes);
        for (int number : graph.classObjects) {
            all.add((Class<?>) graph.ids.object(number));
        }
        return all;
    }

    private void note(GraphWriter graph, Object keeper, String place, Class<?> type, String field) {
        Object kept = Fields.get(keeper, field);
        if (kept == null || !leads(graph, kept, DEEPEST)) {
            return;
        }
        String name = keeper instanceof Member ? ((Member) keeper).getName() : "";
        String descriptor = keeper instanceof AccessibleObject ? Roots.descriptor((AccessibleObject) keeper) : "";
        if (known.add(place + " " + ClassValues.key(type) + " " + name + descriptor + " " + field)) {
            int owner = graph.id(type);
            graph.within(owner);
            add(place, Integer.toString(owner), name, descriptor, field, Integer.toString(graph.id(kept)));
        }
    }

    private void add(String... texts) {
        for (String text : texts) {
            found.add(text);
        }
    }

    /** Whether it holds an annotation, a generic type or a parameter that was met. */
    private static boolean leads(GraphWriter graph, Object o, int depth) {
        if (o == null || depth == 0) {
            return false;
        }
        Class<?> type = o.getClass();
        if (o instanceof Object[]) {
            for (Object element : (Object[]) o) {
                if (leads(graph, element, depth - 1)) {
                    return true;
                }
            }
            return false;
        }
        if (o instanceof Map) {
            return leads(graph, ((Map<?, ?>) o).values().toArray(), depth - 1);
        }
        if (concerns(type) && graph.ids.get(o) != 0) {
            return true;
        }
        String name = type.getName();
        if (Access.isProxy(type)) {
            return leads(graph, Fields.get(o, "h"), depth - 1);
        } else if (name.equals(ANNOTATION)) {
            return leads(graph, Fields.get(o, "memberValues"), depth - 1);
        } else if (name.equals(ANNOTATIONS)) {
            return leads(graph, Fields.get(o, "annotations"), depth - 1);
        }
        boolean generic = name.startsWith(GENERICS + "reflectiveObjects.") || name.startsWith(GENERICS + "repository.");
        for (Class<?> c = type; (generic || name.equals(PARAMETERS)) && c != null; c = c.getSuperclass()) {
            for (ClassFields field : ClassFields.of(c)) {
                if (!field.isStatic() && field.isReference() && leads(graph, Access.U.getReference(o, field.offset), depth - 1)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public List<String> capture(GraphWriter graph) {
        return found;
    }

    /** Puts the copies where the originals were, when all objects are restored. */
    private static void restore(GraphReader graph, String[] all) {
        for (int i = 0; i + 5 < all.length; i += 6) {
            Class<?> type = (Class<?>) graph.object(Integer.parseInt(all[i + 1]));
            Object kept = graph.object(Integer.parseInt(all[i + 5]));
            Object keeper = all[i].equals(CLASS) ? type
                : all[i].startsWith(LEAF) ? graph.object(Integer.parseInt(all[i].substring(LEAF.length())))
                : Roots.find(type, all[i], all[i + 2], all[i + 3]);
            if (kept.getClass().getName().equals(ANNOTATIONS)) { // those of a class that was redefined since would be made anew
                Access.setField(kept, kept.getClass(), "redefinedCount", Fields.number(type, "classRedefinedCount"));
            }
            if (keeper != null) {
                Fields.put(keeper, all[i + 4], kept);
            }
        }
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public boolean handles(Class<?> type) {
            return concerns(type) || AccessibleObject.class.isAssignableFrom(type);
        }

        @Override
        public Trace trace() {
            return new KeptByClasses();
        }

        @Override
        public void restoreEdges(GraphReader graph) {
            restore(graph, graph.edges(AsKind.class));
        }
    }
}
