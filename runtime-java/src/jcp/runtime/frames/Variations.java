package jcp.runtime.frames;

import java.util.ArrayList;
import java.util.List;
import jcp.runtime.jvm.Access;
import jcp.runtime.program.Plan;
import jcp.runtime.program.Statics;
import jcp.runtime.report.Settings;

/**
 * Other values for a replay: {@code -Djcp.set='Main.run:depth=3; Main.limit=10'} changes locals of the chain's frames and
 * captured static fields of primitive types and of type {@code String}, when all else is restored.
 *
 * <p>On the left stands {@code Class.method:local} or {@code Class.field}; the class may be named simply. Where several frames of
 * the chain are meant, {@code Class.method#DEPTH:local} tells which, counted from the root, 0. {@code \;} is a semicolon in a
 * value, {@code \\} a backslash. A local that no code needs any more, and a static that no code after the checkpoint reads, is
 * not in the checkpoint, so it cannot be set.
 */
public final class Variations {
    private static final String REMEDY = "; write Class.method:local=VALUE or Class.field=VALUE";

    private final Plan plan;
    private final Frames frames;
    private final List<Statics.Field> statics;

    private Variations(Plan plan, Frames frames, List<Statics.Field> statics) {
        this.plan = plan;
        this.frames = frames;
        this.statics = statics;
    }

    /** Sets what the user wants. Throws IllegalStateException with the reason if something cannot be set. */
    public static void apply(Plan plan, Frames frames, List<Statics.Field> statics) {
        String text = Settings.property("jcp.set");
        if (text != null) {
            Variations variations = new Variations(plan, frames, statics);
            for (String assignment : split(text)) {
                variations.set(assignment);
            }
        }
    }

    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length() && ";\\".indexOf(text.charAt(i + 1)) >= 0) {
                part.append(text.charAt(++i));
            } else if (c == ';') {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c);
            }
        }
        parts.add(part.toString());
        parts.removeIf(String::isBlank);
        return parts;
    }

    private void set(String assignment) {
        int equals = assignment.indexOf('=');
        String left = equals < 0 ? "" : assignment.substring(0, equals).strip();
        int dot = left.lastIndexOf('.');
        if (dot <= 0 || dot == left.length() - 1) {
            throw new IllegalStateException("jcp.set: " + assignment.strip() + " is not an assignment" + REMEDY);
        }
        String value = assignment.substring(equals + 1);
        String type = left.substring(0, dot);
        String member = left.substring(dot + 1);
        int colon = member.indexOf(':');
        if (colon < 0) {
            setStatic(left, type, member, value);
        } else {
            setLocal(left, type, member.substring(0, colon), member.substring(colon + 1), value);
        }
    }

    private static boolean names(String type, String given) {
        return type.equals(given) || type.endsWith("." + given) || type.endsWith("$" + given);
    }

    private void setStatic(String left, String type, String name, String value) {
        Statics.Field found = null;
        for (Statics.Field field : statics) {
            if (field.name.equals(name) && names(field.type.getName(), type)) {
                if (found != null) {
                    throw new IllegalStateException("jcp.set: " + left + " is ambiguous: it may be a field of " + found.type.getName() + " or of "
                        + field.type.getName() + "; write the full class name");
                }
                found = field;
            }
        }
        if (found == null) {
            throw new IllegalStateException("jcp.set: the checkpoint has no static field " + left
                + ": no code after the checkpoint reads such a field, or its class was not initialised yet");
        }
        if (found.descriptor.equals("Ljava/lang/String;")) {
            Access.U.putReference(found.base, found.offset, value);
        } else if (found.isReference()) {
            throw new IllegalStateException("jcp.set: " + left + " is neither primitive nor a String, so it cannot be set");
        } else {
            found.setBits(bits(left, found.descriptor.charAt(0), value.strip()));
        }
    }

    private void setLocal(String left, String type, String method, String local, String value) {
        int hash = method.indexOf('#');
        String name = hash < 0 ? method : method.substring(0, hash);
        List<Integer> depths = new ArrayList<>();
        List<Plan.Variable> found = new ArrayList<>();
        for (Plan.Variable variable : plan.variables) {
            Plan.Element element = plan.chain.get(variable.depth);
            boolean meant = hash < 0 || method.substring(hash + 1).equals(Integer.toString(variable.depth));
            if (meant && variable.name.equals(local) && element.method.equals(name) && names(element.type.replace('/', '.'), type)) {
                found.add(variable);
                depths.add(variable.depth);
            }
        }
        if (found.isEmpty()) {
            throw new IllegalStateException("jcp.set: no frame of the chain has a primitive or String local " + left
                + " that code after the checkpoint needs; check the name, or instrument with --editable");
        }
        if (found.size() > 1) {
            throw new IllegalStateException("jcp.set: " + left + " is ambiguous: the chain has such a local at the depths " + depths
                + "; write " + type + "." + name + "#" + depths.get(0) + ":" + local);
        }
        Plan.Variable variable = found.get(0);
        Frames.Frame frame = frames.at(variable.depth);
        if (variable.kind == 'S') {
            frame.references[variable.slot] = value;
        } else {
            frame.values[variable.slot] = bits(left, variable.kind, value.strip());
        }
    }

    /** The value as the bits of a primitive; int stands for all smaller ones where the type is not known. */
    private static long bits(String left, char kind, String value) {
        try {
            switch (kind) {
                case 'J': return Long.decode(value);
                case 'D': return Double.doubleToRawLongBits(Double.parseDouble(value));
                case 'F': return Float.floatToRawIntBits(Float.parseFloat(value));
                case 'Z': return truth(value);
                case 'B': return Byte.decode(value);
                case 'S': return Short.decode(value);
                case 'C': return character(value);
                default:
                    return value.equals("true") || value.equals("false") ? truth(value)
                        : value.startsWith("'") ? character(value) : Integer.decode(value);
            }
        } catch (NumberFormatException e) {
            throw new IllegalStateException("jcp.set: " + left + " cannot be " + value + ", which is not a value of its type");
        }
    }

    private static long truth(String value) {
        if (!value.equals("true") && !value.equals("false")) {
            throw new NumberFormatException();
        }
        return value.equals("true") ? 1 : 0;
    }

    private static long character(String value) {
        String text = value.length() == 3 && value.startsWith("'") && value.endsWith("'") ? value.substring(1, 2) : value;
        if (text.length() != 1) {
            throw new NumberFormatException();
        }
        return text.charAt(0);
    }
}
