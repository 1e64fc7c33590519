package jcp.runtime.observe;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.IdTable;
import jcp.runtime.program.Statics;

/**
 * From which static fields of the application mutated objects are reachable: one breadth-first trace from all fields that
 * notes the references, and one backwards over these from the mutated objects. No recursion, each object once.
 *
 * <p>Left out: what is reachable only through classes, class loaders and modules, or only through the referent of a
 * {@link Reference}.
 */
public final class Reached {
    private final IdTable ids = new IdTable();
    private final Map<String, Class<?>> types = new HashMap<>();
    private final Map<String, long[]> offsets = new HashMap<>();
    /** References by number: from, to. */
    private int[] from = new int[1 << 12];
    private int[] to = new int[1 << 12];
    private int count;

    private Reached() {}

    /** All static fields of the application's initialised classes; proxy classes are made by the run. */
    static List<Statics.Field> statics() {
        List<Statics.Field> found = new ArrayList<>();
        for (Class<?> type : Statics.initialized()) {
            if (Access.isProxy(type)) {
                continue;
            }
            for (ClassFields field : fields(type)) {
                if (field.isStatic()) {
                    found.add(new Statics.Field(field));
                }
            }
        }
        return found;
    }

    /** Those of the fields from which an object is reachable that was mutated: ever, or since the last snapshot. */
    static List<Statics.Field> mutated(List<Statics.Field> fields, boolean ever) {
        Reached reached = new Reached();
        try {
            return reached.search(fields, ever);
        } finally {
            reached.ids.release();
        }
    }

    private List<Statics.Field> search(List<Statics.Field> fields, boolean ever) {
        int[] roots = new int[fields.size()];
        for (int i = 0; i < roots.length; i++) {
            Statics.Field field = fields.get(i);
            roots[i] = field.isReference() ? id(Access.U.getReference(field.base, field.offset)) : 0;
        }
        BitSet found = new BitSet();
        for (int number = 1; number <= ids.count; number++) {
            Object object = ids.object(number);
            if (ever ? Mutations.ever(object) : Mutations.since(object)) {
                found.set(number);
            }
            scan(number, object);
        }
        backwards(found);
        List<Statics.Field> reaching = new ArrayList<>();
        for (int i = 0; i < roots.length; i++) {
            if (found.get(roots[i])) {
                reaching.add(fields.get(i));
            }
        }
        return reaching;
    }

    private int id(Object object) {
        if (object == null || object instanceof Class || object instanceof ClassLoader || object instanceof Module) {
            return 0;
        }
        int known = ids.get(object);
        return known != 0 ? known : ids.add(object);
    }

    private void scan(int number, Object object) {
        if (object instanceof Object[]) {
            for (Object element : (Object[]) object) {
                edge(number, id(element));
            }
        } else if (!object.getClass().isArray()) {
            for (long offset : offsets(object.getClass())) {
                edge(number, id(Access.U.getReference(object, offset)));
            }
        }
    }

    private void edge(int source, int target) {
        if (target == 0) {
            return;
        }
        if (count == from.length) {
            from = Arrays.copyOf(from, count * 2);
            to = Arrays.copyOf(to, count * 2);
        }
        from[count] = source;
        to[count++] = target;
    }

    /** Adds all that has a way to what is found. */
    private void backwards(BitSet found) {
        int[] start = new int[ids.count + 2];
        for (int i = 0; i < count; i++) {
            start[to[i] + 1]++;
        }
        for (int i = 1; i < start.length; i++) {
            start[i] += start[i - 1];
        }
        int[] sources = new int[count];
        int[] place = start.clone();
        for (int i = 0; i < count; i++) {
            sources[place[to[i]]++] = from[i];
        }
        int[] work = new int[ids.count];
        int left = 0;
        for (int number = found.nextSetBit(0); number >= 0; number = found.nextSetBit(number + 1)) {
            work[left++] = number;
        }
        while (left > 0) {
            int number = work[--left];
            for (int i = start[number]; i < start[number + 1]; i++) {
                if (!found.get(sources[i])) {
                    found.set(sources[i]);
                    work[left++] = sources[i];
                }
            }
        }
    }

    /** Where the references of objects of the class lie. By name, since {@code Class.hashCode} would take an identity hash. */
    private long[] offsets(Class<?> type) {
        String name = type.getName();
        Class<?> known = types.get(name);
        while (known != null && known != type) {
            name += "'"; // the same name from another loader
            known = types.get(name);
        }
        if (known == null) {
            types.put(name, type);
            offsets.put(name, find(type));
        }
        return offsets.get(name);
    }

    private static long[] find(Class<?> type) {
        List<Long> found = new ArrayList<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            if (c == Reference.class) {
                continue;
            }
            for (ClassFields field : fields(c)) {
                if (!field.isStatic() && Statics.Field.isReference(field.descriptor)) {
                    found.add(field.offset);
                }
            }
        }
        long[] offsets = new long[found.size()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = found.get(i);
        }
        return offsets;
    }

    /** The fields of a class; none if the class of one is missing. */
    private static List<ClassFields> fields(Class<?> type) {
        try {
            return ClassFields.of(type);
        } catch (LinkageError | IllegalStateException e) {
            return List.of();
        }
    }
}
