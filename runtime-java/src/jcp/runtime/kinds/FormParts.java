package jcp.runtime.kinds;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.jvm.Access;

/**
 * What the forms of combined method handles consist of ({@link HandleForms}): a form has a list of <em>names</em>, each a parameter or
 * a call of a <em>function</em> with names and constants as arguments ({@code java.lang.invoke.LambdaForm}). Forms and names are copied. A
 * function is a member of a class, found again by its name, and perhaps a handle of its own that says how the JDK is to write the call.
 * When all of them are there, the JDK makes the code of each form again.
 *
 * <p>Invariant: a member is only captured if the look-up by which the replay finds it gives an equal one here.
 */
public final class FormParts {
    private static final String FORM = "java.lang.invoke.LambdaForm";
    private static final String DIRECT = "java.lang.invoke.DirectMethodHandle";
    private static final String SPECIES = "java.lang.invoke.ClassSpecializer$SpeciesData";
    /** How a function has its handle: none yet, that of the member, or one that is copied. */
    private static final String NONE = "none";
    private static final String OWN = "own";
    private static final String COPIED = "copied";

    private FormParts() {}

    /** A member by its kind of reference, class, name and type; null if there is none, as of a handle that is no member's. */
    static String[] member(Object member, String how, int handle) throws Obstacle {
        if (member == null) {
            return new String[] {how, Integer.toString(handle)};
        }
        Class<?> type = member.getClass();
        byte kind = (Byte) Access.call(member, type, "getReferenceKind");
        Class<?> owner = (Class<?>) Access.call(member, type, "getDeclaringClass");
        String name = (String) Access.call(member, type, "getName");
        Object of = Access.call(member, type, kind <= MethodHandleInfo.REF_putStatic ? "getFieldType" : "getMethodType");
        String descriptor = of instanceof Class ? TypeTexts.of((Class<?>) of) : TypeTexts.of((MethodType) of);
        String[] found = {how, Integer.toString(handle), Byte.toString(kind), TypeTexts.of(owner), name, descriptor};
        try {
            if (found[3] != null && descriptor != null && member.equals(find(found))) {
                return found;
            }
        } catch (ReflectiveOperationException | IllegalArgumentException | TypeNotPresentException e) {
            // is told below
        }
        throw new Obstacle("a method handle that calls " + owner.getName() + "." + name + ", which jcp cannot look up again",
            "create the method handle after the checkpoint, or use a lambda instead");
    }

    static Object find(String[] member) throws ReflectiveOperationException {
        byte kind = Byte.parseByte(member[2]);
        boolean field = kind <= MethodHandleInfo.REF_putStatic;
        Class<?> owner = Handles.type(member[3]);
        Object type = field ? Handles.type(member[5]) : TypeTexts.methodType(member[5]);
        Method find = Access.method(MethodHandles.Lookup.class, "resolveOrFail", byte.class, Class.class, String.class, field ? Class.class : MethodType.class);
        return find.invoke(Handles.ALL, kind, owner, member[4], type);
    }

    private static MethodHandle handle(Object function) {
        return (MethodHandle) Access.getField(function, function.getClass(), "resolvedHandle");
    }

    private static Object memberOf(Object function) {
        return Access.getField(function, function.getClass(), "member");
    }

    /** The handle that the JDK makes of the member. */
    static MethodHandle own(Object member) {
        return (MethodHandle) Access.call(null, Access.jdk(DIRECT), "make", member);
    }

    private static String how(Object function) {
        MethodHandle handle = handle(function);
        if (handle == null) {
            return NONE;
        }
        Object member = memberOf(function);
        if (member == null || !Access.jdk(DIRECT).isInstance(handle)) {
            return COPIED;
        }
        MethodHandle made = own(member);
        return made.getClass() == handle.getClass() && made.type() == handle.type() ? OWN : COPIED;
    }

    /** Forms, whose code is made again. */
    public static final class Forms extends Kind {
        // the JVM's code, whether there is some, and how often it was asked for; other forms that were made of it
        @Override
        public String[] skippedFields() {
            return new String[] {FORM + ".vmentry", FORM + ".isCompiled", FORM + ".invocationCounter", FORM + ".transformCache"};
        }

        @Override
        public boolean admits(Object o) {
            return true;
        }

        @Override
        public void restorePart(Object object, String[] part, GraphReader graph) {
            Access.call(object, object.getClass(), "prepare");
        }
    }

    /** Names, and what a loop or a switch has as its clauses. */
    public static final class Names extends Kind {
        @Override
        public boolean admits(Object o) {
            return true;
        }
    }

    /** Functions. */
    public static final class Functions extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {FORM + "$NamedFunction.*"};
        }

        @Override
        public boolean admits(Object o) {
            return true;
        }

        /** Of one that reads a bound field: the JDK knows it by identity. */
        @Override
        public String[] toText(Object function) {
            Object member = memberOf(function);
            Class<?> owner = member == null ? null : (Class<?>) Access.call(member, member.getClass(), "getDeclaringClass");
            if (owner == null || !owner.getName().startsWith(BoundHandles.CLASSES)) {
                return null;
            }
            String types = owner.getName().substring(BoundHandles.CLASSES.length());
            List<?> all = readers(types);
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i) == function) {
                    return new String[] {"reader", types, Integer.toString(i)};
                }
            }
            return null;
        }

        @Override
        public Object fromText(String[] text) {
            return readers(text[1]).get(Integer.parseInt(text[2]));
        }

        private static List<?> readers(String types) {
            Object species = BoundHandles.species(types);
            return (List<?>) Access.call(species, Access.jdk(SPECIES), "getterFunctions");
        }

        @Override
        public Trace trace() {
            return new Copied();
        }

        @Override
        public String[] capturePart(Object function, GraphWriter graph) throws Obstacle {
            String how = how(function);
            return member(memberOf(function), how, how.equals(COPIED) ? graph.id(handle(function)) : 0);
        }

        @Override
        public void restorePart(Object function, String[] part, GraphReader graph) throws IOException {
            try {
                Object member = part.length > 2 ? find(part) : null;
                Access.setField(function, function.getClass(), "member", member);
                if (!part[0].equals(NONE)) {
                    Object handle = part[0].equals(OWN) ? own(member) : graph.object(Integer.parseInt(part[1]));
                    Access.setField(function, function.getClass(), "resolvedHandle", handle);
                }
            } catch (ReflectiveOperationException e) {
                throw new IOException("jcp cannot find " + String.join(" ", part) + ", which a method handle calls; report this as an error of jcp", e);
            }
        }

        /** The handles that functions have. */
        private static final class Copied extends Each {
            @Override
            protected void look(GraphWriter graph, int number) {
                Object function = graph.ids.object(number);
                if (how(function).equals(COPIED)) {
                    graph.within(number);
                    graph.id(handle(function));
                }
            }
        }
    }

    /** Which class of handles that bind a parameter is of: the JVM's only one for its fields' types. */
    public static final class Species extends Kind {
        @Override
        public String[] toText(Object o) {
            return new String[] {"species", (String) Access.getField(o, Access.jdk(SPECIES), "key")};
        }

        @Override
        public Object fromText(String[] text) {
            return BoundHandles.species(text[1]);
        }
    }
}
