package jcp.runtime.linking;

import java.lang.invoke.MethodType;
import java.lang.ref.Reference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.JdkClasses;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.MarkWords;
import jcp.runtime.jvm.Row;

/**
 * The code by which the JDK calls method handles, and handles call methods: of each kind, one for all types that agree on where
 * references are and which primitive types ({@code java.lang.invoke.MethodTypeForm}). Making it takes identity hashes, also where reflection is what calls.
 * So the replay makes what the captured run had before the program goes on.
 *
 * <p>Left out: code that is derived from such code ({@code LambdaFormEditor}), but for what {@link Rehearsal} does.
 */
public final class LambdaForms extends JvmState {
    private static final String KEY = "lambda forms";
    private static final Class<?> OF_TYPES = Access.jdk("java.lang.invoke.MethodTypeForm");
    /** Kinds by their constants in the JDK's class: how a handle calls a method, how handles and call sites are called. */
    private static final String[] DIRECT = {"LF_INVVIRTUAL", "LF_INVSTATIC", "LF_INVSPECIAL", "LF_NEWINVSPECIAL", "LF_INVINTERFACE",
        "LF_INVSTATIC_INIT", "LF_INVSPECIAL_IFC"};
    private static final String[] INVOKERS = {"LF_EX_LINKER", "LF_EX_INVOKER", "LF_GEN_LINKER", "LF_GEN_INVOKER"};
    private static final String[] SITES = {"LF_CS_LINKER", "LF_MH_LINKER"};

    /** Of JDK 17: with its key, a table notes classes that a handle has initialised; the key is hashed once. */
    private static final String BARRIER = "java.lang.invoke.DirectMethodHandle$EnsureInitialized";
    private static final String BARRIER_HASH = "hash of the initialisation barrier";

    private List<String> noted;

    /** Kind and type in turn. Makes no type: that takes hashes. */
    static List<String> now() {
        Map<String, Object[]> cached = new TreeMap<>();
        List<String> found = new ArrayList<>();
        if (!Access.isInitialized(MethodType.class) || !Access.isInitialized(OF_TYPES)) {
            return found;
        }
        for (Object key : types().keySet()) {
            Object type = ((Reference<?>) key).get();
            Object form = type == null ? null : Access.getField(type, MethodType.class, "form");
            Object basic = form == null ? null : Access.getField(form, OF_TYPES, "basicType");
            if (basic == type && basic != null) {
                cached.put(CallSites.descriptor((MethodType) type), (Object[]) Access.getField(form, OF_TYPES, "lambdaForms"));
            }
        }
        for (Row kinds : new Row[] {new Row(DIRECT), new Row(INVOKERS), new Row(SITES)}) {
            for (String kind : kinds.words) {
                int number = number(kind);
                for (Map.Entry<String, Object[]> each : cached.entrySet()) {
                    Reference<?> made = number < 0 ? null : (Reference<?>) each.getValue()[number];
                    if (made != null && made.get() != null) {
                        found.add(kind);
                        found.add(each.getKey());
                    }
                }
            }
        }
        return found;
    }

    private static int number(String kind) {
        return Access.hasField(OF_TYPES, kind) ? (Integer) Access.getField(null, OF_TYPES, kind) : -1;
    }

    /** The JDK's table of types, whose keys refer to them. */
    private static ConcurrentHashMap<?, ?> types() {
        Object table = Access.getField(null, MethodType.class, "internTable");
        while (!(table instanceof ConcurrentHashMap)) {
            table = Access.getField(table, table.getClass(), "map");
        }
        return (ConcurrentHashMap<?, ?>) table;
    }

    static void capture(List<String> then, Map<String, String[]> state) {
        state.put(KEY, then.toArray(new String[0]));
        Class<?> barrier = JdkClasses.initialized(BARRIER);
        long mark = barrier == null || !MarkWords.known() ? 0 : MarkWords.mark(key(barrier));
        if (MarkWords.neutral(mark) && MarkWords.hash(mark) != 0) {
            state.put(BARRIER_HASH, new String[] {Integer.toString(MarkWords.hash(mark))});
        }
    }

    private static Object key(Class<?> barrier) {
        return Access.getField(Access.getField(null, barrier, "INSTANCE"), ClassValue.class, "identity");
    }

    /** Makes those that there are not; none on a JDK that makes them otherwise. */
    @Override
    public void restoreEarly(Map<String, String[]> state) {
        String[] hash = state.remove(BARRIER_HASH);
        if (hash != null) {
            MarkWords.set(key(JdkClasses.load(BARRIER, true)), Integer.parseInt(hash[0]));
        }
        String[] all = state.remove(KEY);
        if (all == null || all.length == 0) {
            return;
        }
        try {
            Class<?> invokers = Access.jdk("java.lang.invoke.Invokers");
            Method direct = method(Access.jdk("java.lang.invoke.DirectMethodHandle"), "preparedLambdaForm", MethodType.class, int.class);
            Method invoker = method(invokers, "invokeHandleForm", MethodType.class, boolean.class, int.class);
            Method site = method(invokers, "callSiteForm", MethodType.class, boolean.class);
            for (int i = 0; i + 1 < all.length; i += 2) {
                MethodType type = MethodType.fromMethodDescriptorString(all[i + 1], null);
                if (has(all[i], DIRECT)) {
                    direct.invoke(null, type, number(all[i]));
                } else if (has(all[i], INVOKERS)) {
                    invoker.invoke(null, type, false, number(all[i]));
                } else {
                    site.invoke(null, type, all[i].equals(SITES[1]));
                }
            }
        } catch (ReflectiveOperationException e) {
            return; // hashes after the checkpoint may be others
        }
    }

    private static Method method(Class<?> in, String name, Class<?>... parameters) throws NoSuchMethodException {
        return Access.method(in, name, parameters);
    }

    private static boolean has(String kind, String[] kinds) {
        for (String each : kinds) {
            if (each.equals(kind)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void note(LoadedClasses loaded) {
        noted = now();
    }

    @Override
    public void capture(Map<String, String[]> state) {
        LambdaForms.capture(noted, state);
    }
}
