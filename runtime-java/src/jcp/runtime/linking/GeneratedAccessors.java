package jcp.runtime.linking;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.NameCounters;
import jcp.runtime.jvm.Row;
import jcp.runtime.program.Hidden;

/**
 * What reflection calls methods and constructors by until JDK 17: native code, for the first calls, which are counted, then a class that
 * is generated for it and has a number in its name. Both are seen in stack traces, and making the class takes identity hashes. So the
 * replay makes the classes again, in the order of their numbers, and goes on counting where the captured run was.
 *
 * <p>Left out: members that a garbage collection has taken from the JDK's caches; fields, for which nothing is generated.
 */
public final class GeneratedAccessors {
    /** What a class keeps: field of its cache, field of a member, what fills it, what fills the cache and its argument. */
    private static final Row[] KINDS = {
        new Row("declaredMethods", "methodAccessor", "acquireMethodAccessor", "privateGetDeclaredMethods", ""),
        new Row("declaredPublicMethods", "methodAccessor", "acquireMethodAccessor", "privateGetDeclaredMethods", "public"),
        new Row("declaredConstructors", "constructorAccessor", "acquireConstructorAccessor", "privateGetDeclaredConstructors", ""),
        new Row("publicConstructors", "constructorAccessor", "acquireConstructorAccessor", "privateGetDeclaredConstructors", "public"),
    };
    private static final int WORDS = 4;
    private static final String OWN = "jcp.runtime.";
    private static final String GENERATOR = "jdk.internal.reflect.MethodAccessorGenerator";
    private static final String GENERATED = "jdk.internal.reflect.Generated";
    private static final String CALLS = "numInvocations";
    private static final String DELEGATE = "delegate";

    private GeneratedAccessors() {}

    /** For each that there is: the class, the kind, the member, and "calls" or "number" with the count. */
    static List<String> now(LoadedClasses loaded) {
        List<String> found = new ArrayList<>();
        for (Class<?> type : loaded.classes) {
            Object data = type.getName().startsWith(OWN) ? null : Hidden.found(type);
            for (int kind = 0; data != null && kind < KINDS.length; kind++) {
                Object members = Access.getField(data, data.getClass(), KINDS[kind].words[0]);
                for (Object member : members == null ? new Object[0] : (Object[]) members) {
                    String state = state(Access.getField(member, member.getClass(), KINDS[kind].words[1]));
                    if (state != null) {
                        found.addAll(List.of(type.getName(), Integer.toString(kind), Accessors.name((Member) member), state));
                    }
                }
            }
        }
        return found;
    }

    /** Null if there is nothing to be made again. */
    private static String state(Object accessor) {
        if (accessor == null || !Access.hasField(accessor.getClass(), DELEGATE)) {
            return null;
        }
        Object delegate = Access.getField(accessor, accessor.getClass(), DELEGATE);
        String name = delegate.getClass().getName();
        if (name.startsWith(GENERATED)) {
            int digits = name.length();
            while (Character.isDigit(name.charAt(digits - 1))) {
                digits--;
            }
            return "number " + name.substring(digits);
        }
        return Access.hasField(delegate.getClass(), CALLS) ? "calls " + Access.getField(delegate, delegate.getClass(), CALLS) : null;
    }

    /** Makes them. What cannot be made is left out: the program will meet the reason. */
    static void restore(String[] all) {
        Map<Long, List<Integer>> byNumber = new TreeMap<>();
        for (int i = 0; i + WORDS <= all.length; i += WORDS) {
            boolean counts = all[i + 3].startsWith("calls ");
            long number = counts ? 0 : Long.parseLong(all[i + 3].substring("number ".length()));
            if (!byNumber.containsKey(number)) {
                byNumber.put(number, new ArrayList<>(1));
            }
            byNumber.get(number).add(i);
        }
        for (Map.Entry<Long, List<Integer>> each : byNumber.entrySet()) {
            for (int i : each.getValue()) {
                try {
                    make(Class.forName(all[i], false, Access.APPLICATION), KINDS[Integer.parseInt(all[i + 1])].words, all[i + 2], all[i + 3]);
                } catch (ReflectiveOperationException | LinkageError | IllegalStateException e) {
                    continue;
                }
            }
        }
    }

    private static void make(Class<?> type, String[] kind, String wanted, String state) throws ReflectiveOperationException {
        for (Object each : (Object[]) Access.call(type, Class.class, kind[3], !kind[4].isEmpty())) {
            Executable member = (Executable) each;
            if (Accessors.name(member).equals(wanted)) {
                if (Access.getField(member, member.getClass(), kind[1]) == null) {
                    Accessors.acquire(member, member.getClass(), kind[2]);
                }
                Object accessor = Access.getField(member, member.getClass(), kind[1]);
                long count = Long.parseLong(state.substring(state.indexOf(' ') + 1));
                if (state.startsWith("calls ")) {
                    Object counting = Access.getField(accessor, accessor.getClass(), DELEGATE);
                    Access.setField(counting, counting.getClass(), CALLS, (int) count);
                } else {
                    Access.setField(accessor, accessor.getClass(), DELEGATE, generated(member, count));
                }
                return;
            }
        }
    }

    private static Object generated(Executable member, long number) throws ReflectiveOperationException {
        NameCounters.begin(member instanceof Method ? NameCounters.METHODS : NameCounters.CONSTRUCTORS, number - 1);
        Class<?> type = Access.jdk(GENERATOR);
        Constructor<?> constructor = type.getDeclaredConstructor();
        Access.setField(constructor, java.lang.reflect.AccessibleObject.class, "override", true);
        Object generator = constructor.newInstance();
        return member instanceof Method
            ? Access.call(generator, type, "generateMethod", member.getDeclaringClass(), member.getName(), member.getParameterTypes(),
                ((Method) member).getReturnType(), member.getExceptionTypes(), member.getModifiers())
            : Access.call(generator, type, "generateConstructor", member.getDeclaringClass(), member.getParameterTypes(),
                member.getExceptionTypes(), member.getModifiers());
    }
}
