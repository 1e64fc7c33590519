package jcp.runtime.linking;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.JvmState;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.jvm.Row;
import jcp.runtime.program.Hidden;

/**
 * What reflection has made to call methods and constructors and to reach fields. A class keeps it with the members that reflection
 * first found; making it takes identity hashes on JDKs that make it of method handles (JEP 416, JDK 18). So the replay makes it
 * for the same members before the program goes on. On older ones see {@link GeneratedAccessors}.
 *
 * <p>Left out: members that a garbage collection has taken from the JDK's caches.
 */
public final class Accessors extends JvmState {
    private static final String KEY = "accessors";
    /** What a class keeps: field of its cache, fields of a member, what fills them, what fills the cache and its argument. */
    private static final Row[] KINDS = {
        new Row("declaredMethods", "methodAccessor", "acquireMethodAccessor", "privateGetDeclaredMethods", ""),
        new Row("declaredPublicMethods", "methodAccessor", "acquireMethodAccessor", "privateGetDeclaredMethods", "public"),
        new Row("declaredConstructors", "constructorAccessor", "acquireConstructorAccessor", "privateGetDeclaredConstructors", ""),
        new Row("publicConstructors", "constructorAccessor", "acquireConstructorAccessor", "privateGetDeclaredConstructors", "public"),
        new Row("declaredFields", "fieldAccessor", "acquireFieldAccessor", "privateGetDeclaredFields", ""),
        new Row("declaredFields", "overrideFieldAccessor", "acquireOverrideFieldAccessor", "privateGetDeclaredFields", ""),
        new Row("declaredPublicFields", "fieldAccessor", "acquireFieldAccessor", "privateGetDeclaredFields", "public"),
        new Row("declaredPublicFields", "overrideFieldAccessor", "acquireOverrideFieldAccessor", "privateGetDeclaredFields", "public"),
    };
    private static final int WORDS = 3;
    private static final String OWN = "jcp.runtime.";
    /** The first JDK that makes it of method handles. */
    private static final int MADE_OF_HANDLES = 18;

    private List<String> noted;

    /** For each that there is: the class, the kind, and the member. */
    static List<String> now(LoadedClasses loaded) {
        List<String> found = new ArrayList<>();
        if (Runtime.version().feature() < MADE_OF_HANDLES) {
            return GeneratedAccessors.now(loaded);
        }
        long[] offsets = null;
        for (Class<?> type : loaded.classes) {
            Object data = type.getName().startsWith(OWN) ? null : Hidden.found(type);
            if (data != null) {
                offsets = offsets == null ? offsets(data.getClass()) : offsets;
                add(type, data, offsets, found);
            }
        }
        return found;
    }

    /** For each kind two: of the field of the cache, and of a member's. */
    private static long[] offsets(Class<?> cache) {
        long[] offsets = new long[2 * KINDS.length];
        for (int kind = 0; kind < KINDS.length; kind++) {
            ClassFields members = Access.field(cache, KINDS[kind].words[0]);
            offsets[2 * kind] = members.offset;
            offsets[2 * kind + 1] = Access.offset(members.type().getComponentType(), KINDS[kind].words[1]);
        }
        return offsets;
    }

    private static void add(Class<?> type, Object data, long[] offsets, List<String> found) {
        for (int kind = 0; kind < KINDS.length; kind++) {
            Object members = Access.U.getReference(data, offsets[2 * kind]);
            for (Object member : members == null ? new Object[0] : (Object[]) members) {
                if (Access.U.getReference(member, offsets[2 * kind + 1]) != null) {
                    found.add(type.getName());
                    found.add(Integer.toString(kind));
                    found.add(name((Member) member));
                }
            }
        }
    }

    /** Name and descriptor, of a method without what it returns, as a bridge has another. */
    static String name(Member member) {
        StringBuilder s = new StringBuilder(member.getName());
        if (member instanceof Field) {
            return s.append(':').append(((Field) member).getType().descriptorString()).toString();
        }
        for (Class<?> parameter : ((Executable) member).getParameterTypes()) {
            s.append(':').append(parameter.descriptorString());
        }
        return member instanceof Method ? s.append(')').append(((Method) member).getReturnType().descriptorString()).toString() : s.toString();
    }

    static void capture(List<String> then, Map<String, String[]> state) {
        state.put(KEY, then.toArray(new String[0]));
    }

    /** Makes it, when all else is restored. What cannot be made is left out: the program will meet the reason. */
    @Override
    public void restoreLate(Map<String, String[]> state) {
        String[] all = state.getOrDefault(KEY, new String[0]);
        if (Runtime.version().feature() < MADE_OF_HANDLES) {
            GeneratedAccessors.restore(all);
            return;
        }
        for (int i = 0; i + WORDS <= all.length; i += WORDS) {
            try {
                make(Class.forName(all[i], false, Access.APPLICATION), KINDS[Integer.parseInt(all[i + 1])].words, all[i + 2]);
            } catch (ReflectiveOperationException | LinkageError | IllegalStateException e) {
                continue;
            }
        }
    }

    private static void make(Class<?> type, String[] kind, String wanted) throws ReflectiveOperationException {
        for (Object member : (Object[]) Access.call(type, Class.class, kind[3], !kind[4].isEmpty())) {
            Class<?> in = member instanceof Method ? Method.class : member instanceof Constructor ? Constructor.class : Field.class;
            if (!name((Member) member).equals(wanted) || Access.getField(member, in, kind[1]) != null) {
                continue;
            }
            acquire(member, in, kind[2]);
            return;
        }
    }

    static void acquire(Object member, Class<?> in, String how) throws InvocationTargetException, IllegalAccessException {
        Method method = Access.method(in, how, 0);
        if (method != null) {
            method.invoke(member);
        }
    }

    @Override
    public void note(LoadedClasses loaded) {
        noted = now(loaded);
    }

    @Override
    public void capture(Map<String, String[]> state) {
        Accessors.capture(noted, state);
    }
}
