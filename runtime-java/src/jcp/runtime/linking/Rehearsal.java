package jcp.runtime.linking;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatException;
import java.lang.invoke.StringConcatFactory;
import java.lang.invoke.TypeDescriptor;
import java.lang.runtime.ObjectMethods;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.Lookups;

/**
 * The code that the JDK makes to link call sites and shares among those of like shape. Making it takes identity hashes, so a
 * site that is first linked after the checkpoint takes the original's number only if what it shares with earlier sites is
 * there. The capturing run notes one call site of each shape; the replay links it anew before the program goes on.
 *
 * <p>Shapes, after java.lang.invoke: how a bootstrap method is called (by its descriptor and number of arguments); of a
 * site's type, a concatenation's and a lambda's body only whether a value is a reference and which primitive type it is; of a
 * recipe where its literals are; of a record's fields the same. Left out: what other bootstrap methods of the program share.
 */
public final class Rehearsal extends JvmState {

    private static final String KEY = "call site shapes";
    /** What is to be done anew, by shape. */
    private static final Map<String, String[]> SHAPES = new TreeMap<>();
    /** In the replay, while a thread calls a bootstrap method here for nothing but the call: what it returns, and the thread. */
    private static volatile CallSite result;
    private static volatile Thread calling;

    /** What a bootstrap method is to return at once; null if a call site is to be linked. */
    public static CallSite result() {
        return calling == Thread.currentThread() ? result : null;
    }

    /** A bootstrap method of ours was called with so many static arguments. */
    public static void noteCall(String in, String method, int arguments) {
        note("call " + in + " " + method + " " + arguments, in, method, Integer.toString(arguments));
    }

    public static void noteConcatenation(MethodType type, String recipe) {
        noteConcatenation(CallSites.descriptor(type), recipe);
    }

    static void noteConcatenation(String descriptor, String recipe) {
        StringBuilder shape = new StringBuilder("concat ");
        for (int i = 0; i < recipe.length(); i++) {
            boolean literal = recipe.charAt(i) != '\1';
            if (!literal || i == 0 || recipe.charAt(i - 1) == '\1') {
                shape.append(literal ? 'c' : 'a');
            }
        }
        String text = erased(descriptor, "Ljava/lang/String;");
        note(shape.append(text).toString(), text, recipe.replace('\2', 'c'));
    }

    /** A lambda, by its recipe ({@code Lambdas}). */
    public static void noteLambda(MethodType factory, String kind, MethodType body, String[] recipe) {
        noteLambda(CallSites.descriptor(factory), kind, CallSites.descriptor(body), recipe);
    }

    static void noteLambda(String factory, String kind, String body, String[] recipe) {
        note("lambda " + erased(factory, "") + kind + erased(body, ""), recipe);
    }

    /** The descriptor with Object in the place of all classes but one. No type is made, since that takes hashes. */
    private static String erased(String descriptor, String kept) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < descriptor.length(); at++) {
            int start = at;
            while (descriptor.charAt(at) == '[') {
                at++;
            }
            at = descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) : at;
            String type = descriptor.substring(start, at + 1);
            text.append(type.length() == 1 || type.equals(kept) ? type : "Ljava/lang/Object;");
        }
        return text.toString();
    }

    /** A method of a record, by the fields that the getters read. */
    public static void noteRecord(String name, Class<?> in, String fields, MethodHandle[] getters) {
        String[] types = new String[getters.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = getters[i].type().returnType().descriptorString();
        }
        noteRecord(name, in.getName(), fields, types);
    }

    static void noteRecord(String name, String in, String fields, String[] types) {
        StringBuilder shape = new StringBuilder("record " + name + " ");
        String[] how = new String[3 + types.length];
        how[0] = name;
        how[1] = in;
        how[2] = fields;
        for (int i = 0; i < types.length; i++) {
            how[3 + i] = types[i];
            shape.append(types[i].length() == 1 ? types[i] : "L");
        }
        note(shape.toString(), how);
    }

    private static synchronized void note(String shape, String... how) {
        SHAPES.putIfAbsent(shape, how);
    }

    @Override
    public synchronized void capture(Map<String, String[]> state) {
        List<String> all = new ArrayList<>();
        for (Map.Entry<String, String[]> each : SHAPES.entrySet()) {
            all.add(each.getKey().substring(0, each.getKey().indexOf(' ')));
            all.add(Integer.toString(each.getValue().length));
            Collections.addAll(all, each.getValue());
        }
        state.put(KEY, all.toArray(new String[0]));
    }

    /** Links one site of each shape. What cannot be linked here is left out, as a class that is missing is not linked either. */
    @Override
    public void restoreEarly(Map<String, String[]> state) {
        String[] all = state.remove(KEY);
        for (int at = 0; all != null && at < all.length; ) {
            String kind = all[at];
            String[] how = new String[Integer.parseInt(all[at + 1])];
            System.arraycopy(all, at + 2, how, 0, how.length);
            at += 2 + how.length;
            try {
                if (kind.equals("call")) {
                    call(how[0], how[1], Integer.parseInt(how[2]));
                } else if (kind.equals("record")) {
                    record(how);
                } else if (kind.equals("concat")) {
                    MethodType type = MethodType.fromMethodDescriptorString(how[0], null);
                    called(StringConcatFactory.makeConcatWithConstants(MethodHandles.lookup(), "concat", type, how[1]));
                } else {
                    called(LambdaClasses.link(how));
                }
            } catch (ReflectiveOperationException | StringConcatException | LambdaConversionException | IllegalStateException
                    | LinkageError e) {
                continue;
            }
        }
    }

    private static void record(String[] how) throws ReflectiveOperationException {
        Class<?> in = ClassNames.find(how[1], false);
        MethodHandles.Lookup lookup = Lookups.in(in);
        MethodHandle[] getters = new MethodHandle[how.length - 3];
        String[] fields = how[2].split(";");
        for (int i = 0; i < getters.length; i++) {
            MethodType type = MethodType.fromMethodDescriptorString("()" + how[3 + i], in.getClassLoader());
            getters[i] = lookup.findGetter(in, fields[i], type.returnType());
        }
        MethodType type = how[0].equals("equals") ? MethodType.methodType(boolean.class, in, Object.class)
            : MethodType.methodType(how[0].equals("hashCode") ? int.class : String.class, in);
        try {
            called((CallSite) ObjectMethods.bootstrap(lookup, how[0], type, in, how[2], getters));
        } catch (Throwable e) {
            throw new IllegalStateException(e); // as it declares any
        }
    }

    /** What the JVM asks for behind a bootstrap method: the code that calls the site. */
    static void called(CallSite site) {
        Access.call(null, Access.jdk("java.lang.invoke.Invokers"), "linkToTargetMethod", site.type());
    }

    /** Has the JDK call the bootstrap method as it does for an instruction. */
    private static void call(String in, String method, int count) throws ReflectiveOperationException {
        Class<?> host = Class.forName("jcp.runtime." + in);
        MethodType type = MethodType.methodType(CallSite.class, MethodHandles.Lookup.class, String.class, MethodType.class, Object[].class);
        Object[] arguments = new Object[count];
        if (method.equals("makeConcatWithConstants")) {
            type = type.insertParameterTypes(3, String.class);
        } else if (method.equals("metafactory")) {
            type = MethodType.methodType(CallSite.class, MethodHandles.Lookup.class, String.class, MethodType.class, MethodType.class,
                MethodHandle.class, MethodType.class);
        } else if (method.equals("bootstrap")) {
            type = MethodType.methodType(Object.class, MethodHandles.Lookup.class, String.class, TypeDescriptor.class, Class.class,
                String.class, MethodHandle[].class);
        }
        MethodHandle bootstrap = MethodHandles.lookup().findStatic(host, method, type);
        result = new ConstantCallSite(MethodHandles.constant(Object.class, null));
        calling = Thread.currentThread();
        try {
            Access.call(null, CallSite.class, "makeSite", bootstrap, method, result.type(), arguments, host);
        } finally {
            calling = null;
        }
    }
}
