package jcp.runtime.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.Boxes;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.linking.LambdaClasses;
import jcp.runtime.program.DefinedClasses;
import jcp.runtime.program.ProgramLoaders;
import jcp.runtime.program.Surroundings;
import jcp.runtime.report.Problem;

/** How objects of one class are treated, and where their fields lie: computed once a class. */
public final class Layout {
    /** The treatments. */
    public enum Treatment { PLAIN, STRING, CLASS, BOX, ENUM, PRIMITIVES, REFERENCES, REFUSED }

    final Class<?> type;
    public final Treatment treatment;
    /** Why objects of the class cannot be copied; null if they can. */
    final Problem problem;
    /** Where the JVM's own objects of the class are found; null if it has none. */
    final Anchors.Bucket anchors;
    /** The kinds that handle objects of the class; null if none does. */
    final Kind[] kinds;
    /** Whether objects of the class may be made again from text. */
    final boolean text;
    final boolean hidden;
    final boolean threadLocal;
    final boolean throwable;
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
    public long[] references;
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

    /** {@code list}: all kinds; {@code rebuilt}: the class was made again from its recipe. */
    Layout(Class<?> type, Kinds list, boolean rebuilt) {
        this.type = type;
        boolean jdk = Access.isJdk(type);
        threadLocal = ThreadLocal.class.isAssignableFrom(type);
        throwable = Throwable.class.isAssignableFrom(type);
        hidden = type.isHidden();
        interns = jdk && Policy.internsStrings(type);
        Problem found = null;
        if (type.isArray()) {
            base = Access.arrayBase(type);
            scale = Access.arrayScale(type);
            treatment = type.getComponentType().isPrimitive() ? Treatment.PRIMITIVES : Treatment.REFERENCES;
            anchors = treatment == Treatment.REFERENCES && jdk ? Anchors.bucket(type) : null;
            kinds = null;
            text = false;
            found = foreign(element(type));
        } else {
            treatment = treatmentOf(type, jdk && !isInjected(type));
            kinds = treatment == Treatment.PLAIN ? list.of(type) : null;
            boolean ofJdk = treatment == Treatment.PLAIN && (jdk || isJdks());
            anchors = ofJdk ? Anchors.bucket(type) : null;
            text = ofJdk && kinds != null;
            if (treatment == Treatment.PLAIN) {
                boolean around = Surroundings.has(type);
                found = around ? Surroundings.problem(type) : foreign(type);
                if (found == null) {
                    boolean lambda = rebuilt || LambdaClasses.recipe(type) != null;
                    Problem refused = lambda || isInjected(type) ? null : Policy.refusal(type);
                    if (refused != null) {
                        DefinedClasses.meetsInjected(type);
                    }
                    found = layOut();
                    excepted = refused != null && found == null;
                    found = excepted ? refused : found;
                }
            }
            if (treatment == Treatment.BOX) {
                base = Boxes.offset(type);
                scale = Boxes.size(type);
            }
        }
        problem = found;
    }

    private static boolean isInjected(Class<?> type) {
        return type.getClassLoader() == null && DefinedClasses.isDefined(type);
    }

    private static Class<?> element(Class<?> array) {
        Class<?> type = array;
        while (type.isArray()) {
            type = type.getComponentType();
        }
        return type;
    }

    private boolean isJdks() {
        for (int i = 0; kinds != null && i < kinds.length; i++) {
            if (kinds[i].isJdks(type)) {
                return true;
            }
        }
        return false;
    }

    private static Treatment treatmentOf(Class<?> type, boolean jdk) {
        if (type == String.class) {
            return Treatment.STRING;
        }
        if (type == Class.class) {
            return Treatment.CLASS;
        }
        if (type == Integer.class || type == Long.class || type == Short.class || type == Byte.class
                || type == Character.class || type == Boolean.class) {
            return Treatment.BOX;
        }
        return jdk && Enum.class.isAssignableFrom(type) ? Treatment.ENUM : Treatment.PLAIN;
    }

    /** A class that the replaying JVM could not find by its name. */
    private static Problem foreign(Class<?> type) {
        if (Access.isJdk(type) || Access.isApplication(type)) {
            return null;
        }
        String why = ProgramLoaders.problem(type.getClassLoader());
        if (why == null) {
            return null;
        }
        ClassLoader loader = type.getClassLoader();
        return new Problem(type.getName(), "its class was loaded by " + loader + ", which the replay cannot have: " + why, ProgramLoaders.remedy(loader));
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
            return new Problem(type.getName(), "the class of a field is missing: " + e.getMessage(), "add the missing class to the class path");
        }
        fill(plain, refs);
        return null;
    }

    private List<Place> places(Class<?> in) {
        List<Place> places = new ArrayList<>();
        for (ClassFields field : ClassFields.of(in)) {
            boolean skipped = field.isStatic() || Policy.skipField(in, field.name, field.descriptor) || Access.isJdk(in) && isSkipped(in, field.name);
            if (!skipped) {
                places.add(new Place(in, field.name, field.descriptor, field.offset));
            }
        }
        return places;
    }

    /** Whether a kind leaves a field of the JDK's at null or zero. */
    private boolean isSkipped(Class<?> in, String field) {
        String name = in.getName() + "." + field;
        for (int i = 0; kinds != null && i < kinds.length; i++) {
            for (String skipped : kinds[i].skippedFields()) {
                if (skipped.equals(name) || skipped.endsWith(".*") && skipped.startsWith(in.getName()) && skipped.length() == in.getName().length() + 2) {
                    return true;
                }
            }
        }
        return false;
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
            sizes[pieces] = Access.size(place.descriptor);
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

    /** Why this object cannot be copied; null if it can. */
    Problem refusal(Object object) {
        if (problem == null || excepted && !hopeless && isAdmitted(object)) {
            return null;
        }
        String detail = null;
        for (int i = 0; excepted && kinds != null && i < kinds.length; i++) {
            hopeless |= kinds[i].isSlow();
            detail = detail == null ? kinds[i].detail(object) : detail;
        }
        return detail == null ? problem : new Problem(problem.type, problem.why + " (" + detail + ")", problem.remedy);
    }

    private boolean isAdmitted(Object object) {
        for (int i = 0; kinds != null && i < kinds.length; i++) {
            if (kinds[i].admits(object)) {
                return true;
            }
        }
        return false;
    }

    /** The fields as text, to be compared with those of the replaying JVM. */
    String fingerprint() {
        return names == null ? "" : String.join(",", names);
    }
}
