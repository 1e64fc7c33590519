package jcp.runtime.jvm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The constants of a class file that the JVM links by a bootstrap method (JVMS 4.7.23): of {@code invokedynamic} instructions, and dynamic ones.
 *
 * <p>Invariant: two with the same {@link #key} cannot be told apart by what the bootstrap method is given, but for the classes whose methods are given. Left out:
 * arguments that are dynamic themselves, which are told by their place alone.
 */
public final class LinkedByName {
    private static final int DYNAMIC = 17;
    private static final int INVOKE_DYNAMIC = 18;
    private static final String ATTRIBUTE = "BootstrapMethods";

    /** Its number among the constants. */
    public final int number;
    /** Whether an instruction calls it; else it is a constant. */
    public final boolean isCalled;
    public final String name;
    public final String descriptor;
    /** Of the bootstrap method: class, by its internal name, and name. */
    public final String owner;
    public final String method;
    /** Each one's texts: of a handle its kind, class, name and descriptor; of others the tag as a letter and the text. */
    public final List<String[]> arguments;

    private LinkedByName(int number, boolean isCalled, String[] nameAndType, String[] bootstrap, List<String[]> arguments) {
        this.number = number;
        this.isCalled = isCalled;
        name = nameAndType[0];
        descriptor = nameAndType[1];
        owner = bootstrap[1];
        method = bootstrap[2];
        this.arguments = arguments;
    }

    /** What the bootstrap method is given. */
    public String key() {
        StringBuilder key = new StringBuilder(name).append(descriptor);
        for (String[] argument : arguments) {
            key.append('\n').append(argument.length > 2 ? argument[2] + argument[3] : argument[1]);
        }
        return key.toString();
    }

    public static List<LinkedByName> of(byte[] file) {
        return new Reading(file).found();
    }

    private static final class Reading {
        private final byte[] file;
        private final ByteBuffer in;
        private final int[] at;

        Reading(byte[] file) {
            this.file = file;
            in = ByteBuffer.wrap(file);
            at = ClassFiles.places(in, u2(ClassFiles.COUNT));
        }

        private int u2(int place) {
            return in.getShort(place) & 0xffff;
        }

        private int tag(int constant) {
            return at[constant] == 0 ? 0 : file[at[constant]];
        }

        private String text(int constant) {
            return ClassFiles.utf8(file, at[constant]);
        }

        List<LinkedByName> found() {
            List<LinkedByName> found = new ArrayList<>();
            int[] methods = null;
            for (int i = 1; i < at.length - 1; i++) {
                if (tag(i) == DYNAMIC || tag(i) == INVOKE_DYNAMIC) {
                    methods = methods == null ? methods() : methods;
                    int method = methods[u2(at[i] + 1)];
                    List<String[]> arguments = new ArrayList<>();
                    for (int k = 0; k < u2(method + 2); k++) {
                        arguments.add(argument(u2(method + 4 + 2 * k)));
                    }
                    found.add(new LinkedByName(i, tag(i) == INVOKE_DYNAMIC, nameAndType(u2(at[i] + 3)), argument(u2(method)), arguments));
                }
            }
            return found;
        }

        private String[] nameAndType(int constant) {
            return new String[] {text(u2(at[constant] + 1)), text(u2(at[constant] + 3))};
        }

        /** Where each bootstrap method is. */
        private int[] methods() {
            int interfaces = at[at.length - 1] + 6;
            int fields = interfaces + 2 + 2 * u2(interfaces);
            int next = ClassFiles.behindMembers(in, ClassFiles.behindMembers(in, fields));
            int left = u2(next);
            next += 2;
            while (left-- > 0 && !text(u2(next)).equals(ATTRIBUTE)) {
                next += 6 + in.getInt(next + 2);
            }
            int[] found = new int[left < 0 ? 0 : u2(next + 6)];
            next += 8;
            for (int i = 0; i < found.length; i++) {
                found[i] = next;
                next += 4 + 2 * u2(next + 2);
            }
            return found;
        }

        private String[] argument(int constant) {
            int place = at[constant];
            switch (file[place]) {
                case 3: return new String[] {"n", Integer.toString(in.getInt(place + 1))};
                case 4: return new String[] {"n", Float.toString(in.getFloat(place + 1))};
                case 5: return new String[] {"n", Long.toString(in.getLong(place + 1))};
                case 6: return new String[] {"n", Double.toString(in.getDouble(place + 1))};
                case 7: return new String[] {"c", text(u2(place + 1))};
                case 8: return new String[] {"s", text(u2(place + 1))};
                case 15: return handle(place);
                case 16: return new String[] {"t", text(u2(place + 1))};
                default: return new String[] {"d", ""};
            }
        }

        private String[] handle(int place) {
            int member = at[u2(place + 2)];
            String[] nameAndType = nameAndType(u2(member + 3));
            return new String[] {Integer.toString(file[place + 1]), ClassFiles.owner(file, in, at, member), nameAndType[0], nameAndType[1]};
        }
    }
}
