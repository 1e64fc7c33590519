package jcp.runtime.linking;

import java.io.IOException;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ConstantPools;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LambdaNames;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.MarkWords;
import jcp.runtime.jvm.NameCounters;
import jcp.runtime.program.ClassChanges;

/**
 * Lambdas in the JDK's own code that were linked before the checkpoint, such as those of {@code Collectors}. The replay links
 * them again when it comes to them, which takes identity hashes that the original took before the checkpoint. So where the
 * checkpoint has such lambdas, the replay redirects the JVM's call of the JDK's linker to {@link #apply}, which gives them
 * back.
 *
 * <p>No call site of the JDK is instrumented, so the capturing run tells them by their hidden classes, of which
 * {@link LoadedClasses} reads the names and constants. A lambda's {@code key} is its host and the texts among its class's
 * constants, in whatever order, but for the class's own name.
 *
 * <p>Where the linker cannot be redirected ({@code Agent}), the hashes are not given back. Left out: call sites of the JDK
 * that are no lambdas, and those of its platform loader's classes.
 */
public final class JdkLinking implements Function<Object[], Object> {
    private static final String KEY = "JDK lambdas";
    private static final Class<?> NATIVES = Access.jdk("java.lang.invoke.MethodHandleNatives");
    private static final String WORK = "linkCallSiteImpl";
    /** Of a handle: what it does; of that: the method that does it. */
    private static final String FORM = "form";
    private static final String ENTRY = "vmentry";

    /** Of the lambdas of a key that were linked before the checkpoint and not since: the numbers in the names of their classes. */
    private final Map<String, List<String>> earlier = new HashMap<>();
    private final Method link;
    private static boolean redirects;

    private JdkLinking(String[] keys) throws ReflectiveOperationException {
        for (String each : keys) {
            int end = each.indexOf(LambdaNames.NUMBER);
            String key = each.substring(0, end);
            if (!earlier.containsKey(key)) {
                earlier.put(key, new ArrayList<>(1));
            }
            earlier.get(key).add(0, each.substring(end + 1)); // the JVM lists the last one first
        }
        Class<?> form = Access.field(MethodHandle.class, FORM).type(); // what is missing shows here, not while the program links
        Access.field(form, ENTRY);
        Access.method(form, "prepare");
        link = Access.method(NATIVES, WORK, Class.class, MethodHandle.class, String.class, MethodType.class, Object.class, Object[].class);
    }

    /** In a replay: whether the JVM asks here. */
    static boolean redirects() {
        return redirects;
    }

    static void capture(List<String> keys, Map<String, String[]> state) {
        state.put(KEY, keys.toArray(new String[0]));
    }

    /** Redirects the linker, if any lambda of the JDK was linked, or a call of a class that was defined at run time. */
    static void restore(Map<String, String[]> state) {
        String[] keys = state.remove(KEY);
        if ((keys == null || keys.length == 0) && !DefinedSites.any()) {
            return;
        }
        try {
            ClassChanges.redirect(NATIVES, WORK, new JdkLinking(keys == null ? new String[0] : keys), DefinedSites.any() ? RestoredSites.hosts() : new WeakReference<?>[0]);
            redirects = true;
        } catch (ReflectiveOperationException | IOException | IllegalStateException | LinkageError e) {
            return; // such hashes are taken anew
        }
    }

    /** In the place of the JDK's linker, with its arguments. */
    @Override
    public Object apply(Object[] arguments) {
        HashGenerator before = beforeHandles(HashGenerator.now(), (MethodHandle) arguments[1], arguments[4]);
        long count = NameCounters.get(NameCounters.LAMBDAS);
        Object again = DefinedSites.any() ? again(arguments, before, count) : null;
        if (again != null) {
            return again;
        }
        Object linked = call(link, arguments);
        HashGenerator after = HashGenerator.now();
        Object target = ((Object[]) arguments[5])[0];
        Class<?> made = target instanceof MethodHandle ? LambdaClasses.made((MethodHandle) target) : null;
        String number = made == null ? null : numberBefore(made);
        if (number != null) {
            if (!number.equals(LambdaNames.number(made.getName()))) { // only when it is made can it be told which one it is
                NameCounters.set(NameCounters.LAMBDAS, Long.parseLong(number) - 1);
                linked = call(link, arguments);
                target = ((Object[]) arguments[5])[0];
            }
            NameCounters.set(NameCounters.LAMBDAS, count);
            Relinked.compile((MethodHandle) target);
            HashGenerator.set(before);
        } else {
            HashGenerator.set(after);
        }
        return linked;
    }

    /** Links a call of a class defined at run time as it was linked before the checkpoint, a lambda to the class of the restored objects; null if it was not. */
    private Object again(Object[] arguments, HashGenerator before, long count) {
        Class<?> host = (Class<?>) arguments[0];
        HashGenerator now = HashGenerator.now();
        RestoredSites.Site earlier = RestoredSites.earlier(host, (String) arguments[2], (MethodType) arguments[3], arguments[4]);
        HashGenerator.set(now);
        if (earlier == null) {
            return null;
        }
        if (earlier.isHeld()) {
            return HeldSites.link(earlier.held(), (MethodType) arguments[3], (Object[]) arguments[5], before);
        }
        CallSite made = earlier.site;
        if (made == null) {
            MadeClasses.count(earlier.description());
        }
        Object linked = call(link, arguments);
        Object[] result = (Object[]) arguments[5];
        if (made != null) {
            result[0] = made.getTarget();
        }
        MethodHandle target = result[0] instanceof MethodHandle ? (MethodHandle) result[0] : null;
        Class<?> type = target == null || made != null || earlier.description().isEmpty() ? null : LambdaClasses.made(target);
        if (type != null) {
            MadeClasses.settle(type, earlier.description());
        }
        NameCounters.set(NameCounters.LAMBDAS, count);
        if (target != null) {
            Relinked.compile(target);
        }
        HashGenerator.set(before);
        return linked;
    }

    /**
     * The state before the JVM made the handles of methods that it links with, the bootstrap method's and those among its
     * arguments: for each it may have made code, whose class it then hashed.
     */
    private static HashGenerator beforeHandles(HashGenerator now, MethodHandle bootstrap, Object arguments) {
        HashGenerator state = now;
        List<Object> handles = new ArrayList<>(List.of(bootstrap));
        handles.addAll(arguments instanceof Object[] ? Arrays.asList((Object[]) arguments) : List.of());
        for (int i = handles.size() - 1; i >= 0 && state != null; i--) { // the last one first
            Class<?> code = handles.get(i) instanceof MethodHandle ? code((MethodHandle) handles.get(i)) : null;
            if (code != null && state.gave(MarkWords.hash(MarkWords.mark(code)))) {
                state = state.back();
            }
        }
        return state;
    }

    /** The hidden class with the code of a handle; null if it has none. */
    private static Class<?> code(MethodHandle handle) {
        Object form = Access.getField(handle, MethodHandle.class, FORM);
        Object entry = Access.getField(form, form.getClass(), ENTRY);
        Class<?> code = entry == null ? null : LambdaClasses.owner(entry);
        return code != null && code.isHidden() && MarkWords.neutral(MarkWords.mark(code)) ? code : null;
    }

    /** If the lambda was linked before the checkpoint, the number in the name of its class; null if it was not. */
    private synchronized String numberBefore(Class<?> made) {
        if (!made.getName().contains(LambdaNames.LAMBDA)) {
            return null;
        }
        String name = made.getName();
        String key = LambdaNames.key(name.substring(0, name.indexOf(LambdaNames.LAMBDA)), ConstantPools.texts(made));
        List<String> left = earlier.get(key);
        return left == null || left.isEmpty() ? null : left.remove(0);
    }

    /** Calls the method, which throws what it throws. */
    private static Object call(Method method, Object... arguments) {
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw JdkLinking.<RuntimeException>unchecked(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** Their part in the state of the JVM. */
    public static final class AsState extends JvmState {
        private List<String> noted;

        @Override
        public void note(LoadedClasses loaded) {
            noted = loaded.lambdas;
        }

        @Override
        public void capture(Map<String, String[]> state) {
            JdkLinking.capture(noted, state);
        }

        @Override
        public void restoreEarly(Map<String, String[]> state) throws Throwable {
            JdkLinking.restore(state);
        }
    }
}
