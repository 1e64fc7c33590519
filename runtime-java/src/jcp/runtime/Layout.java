package jcp.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How objects of one class are treated, and where their fields lie: computed once a class. */
final class Layout {
    /** The treatments. */
    enum Kind { PLAIN, STRING, CLASS, BOX, ENUM, PRIMITIVES, REFERENCES, REFUSED }

    final Class<?> type;
    final Kind kind;
    /** Why objects of the class cannot be copied; null if they can. */
    final Problem problem;
    /** Where the JVM's own objects of the class are found; null if it has none. */
    final Anchors.Bucket anchors;
    /** Whether objects of the class may be made again from text. */
    final boolean leaf;
    final boolean hidden;
    final boolean threadLocal;
    final boolean classValue;
    final boolean throwable;
    final boolean directBuffer;
    /** Whether classes and members keep objects of the class. */
    final boolean reflective;
    /** Whether objects of the class have a part outside the heap that is made again. */
    final boolean resource;
    /** Whether single objects may be copied although {@link #problem} refuses the class. */
    boolean excepted;
    /** Whether no further one is looked at for that. */
    private boolean hopeless;
    /** Whether its strings may be compared by identity because JDK code interned them. */
    final boolean interns;
    /** Whether objects of the class were met that stand in the file by name or as text. */
    boolean represented;
    /** What writes objects of the class; null until one is met. */
    Encoder encoder;
    /** Its place in {@link Layouts}. */
    int place;
    /** Its number in the class table; -1 until it is used. */
    int number = -1;

    // fields in the order of the file: primitives, then references; superclasses first
    String[] names;
    long[] references;
    /** How many of the references are declared by classes of the JDK; they come first. */
    int inherited;
    /** How many of the names are of primitive fields. */
    int primitives;
    /** These fields as pieces to copy, of 1, 2, 4 or 8 bytes: neighbours are taken together. */
    byte[] sizes;
    long[] offsets;
    /** How many bytes they are together. */
    int bytes;
    /** For arrays: where elements start, and bytes an element; for boxes: where the value lies, and its bytes. */
    long base;
    int scale;

    Layout(Class<?> type) {
        this(type, false);
    }

    /** {@code rebuilt}: the class was made again from its recipe. */
    Layout(Class<?> type, boolean rebuilt) {
        this.type = type;
        boolean jdk = Access.isJdk(type);
        threadLocal = ThreadLocal.class.isAssignableFrom(type);
        classValue = ClassValue.class.isAssignableFrom(type);
        throwable = Throwable.class.isAssignableFrom(type);
        directBuffer = DirectBuffers.concerns(type);
        reflective = jdk && KeptByClasses.concerns(type);
        resource = Resources.concerns(type);
        hidden = type.isHidden();
        interns = jdk && Policy.internsStrings(type);
        Problem found = null;
        if (type.isArray()) {
            base = Access.arrayBase(type);
            scale = Access.arrayScale(type);
            kind = type.getComponentType().isPrimitive() ? Kind.PRIMITIVES : Kind.REFERENCES;
            anchors = kind == Kind.REFERENCES && jdk ? Anchors.bucket(type) : null;
            leaf = false;
            found = foreign(element(type));
        } else {
            Kind known = kindOf(type, jdk);
            boolean special = (jdk || JrtFiles.concerns(type)) && known == Kind.PLAIN;
            anchors = special ? Anchors.bucket(type) : null;
            leaf = special && Leaves.concerns(type);
            if (known == Kind.PLAIN) {
                boolean around = Surroundings.has(type);
                found = around ? Surroundings.problem(type) : foreign(type);
                if (found == null) {
                    boolean lambda = rebuilt || LambdaClasses.recipe(type) != null;
                    Problem refused = lambda ? null : Policy.refusal(type);
                    found = layOut();
                    excepted = refused != null && found == null;
                    found = excepted ? refused : found;
                }
            }
            kind = known;
            if (kind == Kind.BOX) {
                base = Boxes.offset(type);
                scale = Boxes.size(type);
            }
        }
        problem = found;
    }

    private static Class<?> element(Class<?> array) {
        Class<?> type = array;
        while (type.isArray()) {
            type = type.getComponentType();
        }
        return type;
    }

    private static Kind kindOf(Class<?> type, boolean jdk) {
        if (type == String.class) {
            return Kind.STRING;
        }
        if (type == Class.class) {
            return Kind.CLASS;
        }
        if (type == Integer.class || type == Long.class || type == Short.class || type == Byte.class
                || type == Character.class || type == Boolean.class) {
            return Kind.BOX;
        }
        return jdk && Enum.class.isAssignableFrom(type) ? Kind.ENUM : Kind.PLAIN;
    }

    /** A class that the replaying JVM could not find by its name. */
    private static Problem foreign(Class<?> type) {
        if (Access.isJdk(type) || Access.isApplication(type)) {
            return null;
        }
        return new Problem(
                type.getName(),
                "its class was loaded by " + type.getClassLoader() + ", which the replay does not have",
                "choose a checkpoint before the class loader is used, or put its classes on the class path");
    }

    private Problem layOut() {
        List<Place> plain = new ArrayList<>();
        List<Place> refs = new ArrayList<>();
        List<Class<?>> chain = new ArrayList<>();
        for (Class<?> c = type; c != null; c = c.getSuperclass()) {
            chain.add(c);
        }
        Collections.reverse(chain);
        try {
            for (Class<?> c : chain) {
                for (Place place : places(c)) {
                    (place.descriptor.length() == 1 ? plain : refs).add(place);
                }
            }
        } catch (LinkageError e) {
            return new Problem(type.getName(), "a field's class is missing: " + e.getMessage(), "complete the class path");
        }
        fill(plain, refs);
        return null;
    }

    private static List<Place> places(Class<?> in) {
        List<Place> places = new ArrayList<>();
        for (ClassFields field : ClassFields.of(in)) {
            if (!field.isStatic() && !Policy.skipField(in, field.name, field.descriptor)) {
                places.add(new Place(in, field.name, field.descriptor, field.offset));
            }
        }
        return places;
    }

    private void fill(List<Place> plain, List<Place> refs) {
        names = new String[plain.size() + refs.size()];
        sizes = new byte[plain.size()];
        offsets = new long[plain.size()];
        references = new long[refs.size()];
        primitives = plain.size();
        int pieces = 0;
        for (int i = 0; i < plain.size(); i++) {
            Place place = plain.get(i);
            names[i] = place.name();
            sizes[pieces] = size(place.descriptor);
            bytes += sizes[pieces];
            offsets[pieces] = place.offset;
            pieces = join(pieces) + 1;
        }
        sizes = java.util.Arrays.copyOf(sizes, pieces);
        offsets = java.util.Arrays.copyOf(offsets, pieces);
        for (int i = 0; i < refs.size(); i++) {
            names[plain.size() + i] = refs.get(i).name();
            references[i] = refs.get(i).offset;
            inherited += Access.isJdk(refs.get(i).owner) ? 1 : 0;
        }
    }

    /** A field of an object. */
    private static final class Place {
        final Class<?> owner;
        final String field;
        final String descriptor;
        final long offset;

        Place(Class<?> owner, String field, String descriptor, long offset) {
            this.owner = owner;
            this.field = field;
            this.descriptor = descriptor;
            this.offset = offset;
        }

        String name() {
            // a hidden class has another name in each JVM
            return (owner.isHidden() ? "lambda" : owner.getName()) + "." + field + ":" + descriptor;
        }
    }

    /** Joins the last piece to the one before as long as both are equally long and lie side by side; returns its index. */
    private int join(int last) {
        int at = last;
        while (at > 0 && sizes[at - 1] == sizes[at] && sizes[at] < 8 && offsets[at - 1] + sizes[at] == offsets[at]) {
            at--;
            sizes[at] *= 2;
        }
        return at;
    }

    static byte size(Class<?> primitive) {
        return size(primitive.descriptorString());
    }

    static byte size(String descriptor) {
        switch (descriptor.charAt(0)) {
            case 'J': case 'D': return 8;
            case 'I': case 'F': return 4;
            case 'S': case 'C': return 2;
            default: return 1;
        }
    }

    /** Why this object cannot be copied; null if it can. */
    Problem refusal(Object object) {
        if (problem == null || excepted && !hopeless && Policy.excepts(object)) {
            return null;
        }
        hopeless = BoundHandles.concerns(type); // the search takes long, and one is enough for a refusal
        return excepted ? Policy.detailed(problem, object) : problem;
    }

    /** The fields as text, to be compared with those of the replaying JVM. */
    String fingerprint() {
        return names == null ? "" : String.join(",", names);
    }
}
