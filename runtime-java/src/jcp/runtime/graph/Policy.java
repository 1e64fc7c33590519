package jcp.runtime.graph;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.Row;
import jcp.runtime.linking.LambdaClasses;
import jcp.runtime.program.DefinedClasses;
import jcp.runtime.program.Plan;
import jcp.runtime.report.Problem;

/**
 * Decides which classes may be copied field by field.
 *
 * <p>Rule: the class and each of its JDK superclasses must be known as plain ({@link PlainPackages}); one that is refused
 * ({@link Refusals}) or unknown refuses the class. Throwables of the JDK are plain once their stack trace is made
 * ({@link StackTraces}). A class of the application is as plain as the JDK classes that it extends.
 *
 * <p>Invariants: an answer depends on the class alone; nothing here computes the identity hash
 * of an object or of a Class, since that would change what the program prints. Asked after {@link Anchors} and
 * the texts of {@link Kinds}, so a class that is refused here may still have instances that these two represent; kinds admit single objects.
 */
public final class Policy {
    private Policy() {}

    /** Entry of the tables (see {@link PlainPackages}) to {why, remedy}, or to {@link #PLAIN}. */
    private static final Map<String, String[]> RULES = new HashMap<>();
    private static final String[] PLAIN = {};

    /** Fields of JDK classes that are left at null or zero, as "class.field"; those that kinds leave out are theirs ({@link Kind}). */
    private static final Set<String> SKIPPED = Set.of(
        // The JVM's own encoding of the stack: copying it crashes the JVM. StackTraces has made the Java form.
        "java.lang.Throwable.backtrace",
        // Used by the garbage collector and the reference handler only. `next` is plain: it links enqueued references.
        "java.lang.ref.Reference.discovered",
        // Caches that are filled again on use.
        "java.io.ObjectStreamField.signature", "java.net.URL.hostAddress");

    static {
        for (String entry : PlainPackages.ENTRIES) {
            RULES.put(entry, PLAIN);
        }
        for (Row row : Refusals.ENTRIES) {
            String[] entry = row.words;
            RULES.put(entry[0], new String[] {entry[1], entry[2]});
        }
    }

    /** The chain has frames of the JDK, which may be those of a stream: its objects are copied from now on. */
    public static void admitStreams() {
        RULES.put("java.util.stream.**", PLAIN);
    }

    /** Null if instances of {@code type} (no array, no interface) may be copied field by field. */
    static Problem refusal(Class<?> type) {
        if (type.isHidden()) {
            if (LambdaClasses.recipe(type) != null) {
                return null;
            }
            if (LambdaClasses.isUnnoted(type) || !DefinedClasses.knowsHidden(type)) {
                return hidden(type);
            }
        }
        if (!Access.isJdk(type)) {
            Problem problem = ofTools(type);
            if (problem != null) {
                return problem;
            }
        }
        if (Throwable.class.isAssignableFrom(type) || Access.isProxy(type)) {
            return null; // a proxy's only field is its handler; the core makes its class
        }
        Class<?> unknown = null;
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (!Access.isJdk(c) || (c.isHidden() || !c.getModule().isNamed()) && DefinedClasses.isDefined(c)) {
                continue;
            }
            String[] rule = rule(c.getName());
            if (rule == null) {
                unknown = unknown == null ? c : unknown;
            } else if (rule != PLAIN) {
                return new Problem(type.getName(), c == type ? rule[0] : "it is a " + c.getName() + ": " + rule[0], rule[1]);
            }
        }
        return unknown == null ? null : unknown(type, unknown);
    }

    private static Problem unknown(Class<?> type, Class<?> unknown) {
        return new Problem(type.getName(), unknown == type ? "a class of the JDK that jcp does not know to be plain data"
                : "it extends " + unknown.getName() + ", a class of the JDK that jcp does not know to be plain data",
            "move the checkpoint to where no such object is reachable, or clear the reference before the checkpoint");
    }

    /** A class made at run time without a name that can be found again. */
    private static Problem hidden(Class<?> type) {
        String name = type.getName();
        String why = DefinedClasses.hiddenObstacle(type);
        int lambda = name.indexOf("$$Lambda");
        if (lambda > 0) {
            return new Problem(name, "a lambda of " + name.substring(0, lambda) + " that jcp cannot create again",
                "replace the lambda with a class, or move the checkpoint");
        }
        return new Problem(name, "a hidden class, which exists only in this JVM" + (why == null ? "" : ": " + why),
            "move the checkpoint to where no such object is reachable");
    }

    /** Obstacles of a class of the JDK's tools. Whether the replay has the loader of a class was asked before ({@link Layout}). */
    private static Problem ofTools(Class<?> type) {
        if (JdkClasses.isInImage(type) && rule(type.getName()) != PLAIN) {
            return new Problem(type.getName(), "a class of the JDK's tools (module " + type.getModule().getName() + "), whose static fields are not captured",
                "move the checkpoint to where no such object is reachable");
        }
        return null;
    }

    /** The most specific rule for a class name: itself, its outer classes, its package, the packages above. */
    private static String[] rule(String name) {
        for (String n = name; ; n = n.substring(0, n.lastIndexOf('$'))) {
            String[] rule = RULES.get(n);
            if (rule != null) {
                return rule;
            }
            if (n.lastIndexOf('$') <= n.lastIndexOf('.') + 1) {
                break;
            }
        }
        String in = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        String[] rule = RULES.get(in + ".*");
        while (rule == null && !in.isEmpty()) {
            rule = RULES.get(in + ".**");
            in = in.substring(0, Math.max(0, in.lastIndexOf('.')));
        }
        return rule;
    }

    /** Whether a field is left at null or zero in the copy; of the application's fields only those that the plan names. */
    static boolean skipField(Class<?> in, String field, String descriptor) {
        if (!Access.isJdk(in)) {
            return Plan.prunes(in, field, descriptor);
        }
        // Without a security manager (checked by Environment), a null context means the same as any other.
        String name = in.getName() + "." + field;
        return SKIPPED.contains(name) || "Ljava/security/AccessControlContext;".equals(descriptor);
    }

    /**
     * Whether strings in the fields of this class's instances are compared with {@code ==} by JDK code that interned them
     * (XML names): one that is its own {@code intern()} must be interned in the replaying JVM too.
     */
    static boolean internsStrings(Class<?> type) {
        String name = type.getName();
        return Access.isJdk(type) && (name.startsWith("com.sun.org.apache.") || name.startsWith("jdk.xml.internal."));
    }
}
