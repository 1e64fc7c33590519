package jcp.runtime.jvm;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads and edits class files (JVMS 4): calls of a method go to another one, an initialiser does nothing; and what the constants name.
 *
 * <p>Left out: whether a file is right, since the JVM has taken it before.
 */
public final class ClassFiles {
    private ClassFiles() {}

    /** Where the number of constants is; the constants follow. */
    static final int COUNT = 8;
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;
    private static final byte RETURN = (byte) 0xb1;
    private static final String INITIALIZER = "<clinit>";

    /**
     * The class file, in which calls of the method of that name of its own call one of that name and descriptor of another
     * class, given by its internal name; null if no call of such a method is in it.
     */
    public static byte[] redirected(byte[] file, String method, String toClass) {
        ByteBuffer in = ByteBuffer.wrap(file);
        int count = in.getShort(COUNT) & 0xffff;
        int[] at = places(in, count);
        int end = at[count];
        byte[] name = toClass.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer out = ByteBuffer.allocate(file.length + name.length + 6);
        out.put(file, 0, end);
        out.put((byte) UTF8).putShort((short) name.length).put(name);
        out.put((byte) CLASS).putShort((short) count);
        out.put(file, end, file.length - end);
        out.putShort(COUNT, (short) (count + 2));
        boolean found = false;
        for (int i = 1; i < count; i++) {
            if (at[i] != 0 && in.get(at[i]) == METHOD && method.equals(name(in, at, at[i]))) {
                out.putShort(at[i] + 1, (short) (count + 1));
                found = true;
            }
        }
        return found ? out.array() : null;
    }

    /** The class file of a hidden class as it was defined: the JVM has put an address behind the name that its own class constant has. */
    public static byte[] withoutAddress(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file);
        int[] at = places(in, in.getShort(COUNT) & 0xffff);
        int text = at[in.getShort(at[in.getShort(at[at.length - 1] + 2) & 0xffff] + 1) & 0xffff];
        int behind = text + 3 + (in.getShort(text + 1) & 0xffff);
        int end = behind;
        while (end > text + 3 && file[end - 1] != '+') {
            end--;
        }
        end = end > text + 3 ? end - 1 : behind;
        ByteBuffer out = ByteBuffer.allocate(file.length - behind + end);
        out.put(file, 0, text + 1).putShort((short) (end - text - 3)).put(file, text + 3, end - text - 3).put(file, behind, file.length - behind);
        return out.array();
    }

    /** Where each constant starts; 0 where there is none; the last one: where they end. */
    static int[] places(ByteBuffer in, int count) {
        int[] at = new int[count + 1];
        int next = COUNT + 2;
        for (int i = 1; i < count; i++) {
            at[i] = next;
            int tag = in.get(next);
            next += size(in, next, tag);
            if (tag == 5 || tag == 6) { // long and double take two numbers
                i++;
            }
        }
        at[count] = next;
        return at;
    }

    private static int size(ByteBuffer in, int at, int tag) {
        switch (tag) {
            case UTF8: return 3 + (in.getShort(at + 1) & 0xffff);
            case 5: case 6: return 9;
            case CLASS: case 8: case 16: case 19: case 20: return 3;
            case 15: return 4;
            default: return 5;
        }
    }

    /** The name in a method's constant at that place. */
    private static String name(ByteBuffer in, int[] at, int method) {
        int nameAndType = at[in.getShort(method + 3) & 0xffff];
        int text = at[in.getShort(nameAndType + 1) & 0xffff];
        byte[] bytes = new byte[in.getShort(text + 1) & 0xffff];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = in.get(text + 3 + i);
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** The class file with an initialiser that does nothing; the same one if it has none. */
    public static byte[] withoutInitializer(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file);
        int[] at = places(in, in.getShort(COUNT) & 0xffff);
        int interfaces = at[at.length - 1] + 6;
        int fields = interfaces + 2 + 2 * (in.getShort(interfaces) & 0xffff);
        int methods = behindMembers(in, fields);
        int next = methods + 2;
        for (int i = in.getShort(methods) & 0xffff; i > 0; i--) {
            int end = behindMember(in, next);
            if (utf8(file, at[in.getShort(next + 2) & 0xffff]).equals(INITIALIZER)) {
                return withoutCode(file, next, end, number(file, at, "Code"));
            }
            next = end;
        }
        return file;
    }

    private static byte[] withoutCode(byte[] file, int start, int end, int nameOfCode) {
        ByteBuffer out = ByteBuffer.allocate(file.length - end + start + 8 + 19);
        out.put(file, 0, start + 6);
        out.putShort((short) 1).putShort((short) nameOfCode).putInt(13);
        out.putShort((short) 0).putShort((short) 0).putInt(1).put(RETURN).putShort((short) 0).putShort((short) 0);
        out.put(file, end, file.length - end);
        return java.util.Arrays.copyOf(out.array(), out.position());
    }

    /**
     * The class file, in which the methods of that name and these descriptors, whose first parameter is an object, give what a static method of another class,
     * given by its internal name, gives for the receiver and that object; null if there is no such method.
     */
    public static byte[] handedOver(byte[] file, String method, List<String> descriptors, String toClass, String toMethod, String descriptor) {
        ByteBuffer in = ByteBuffer.wrap(file);
        int count = in.getShort(COUNT) & 0xffff;
        int[] at = places(in, count);
        int end = at[count];
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(file, 0, COUNT);
        number(out, count + 6);
        out.write(file, COUNT + 2, end - COUNT - 2);
        for (String text : new String[] {toClass, toMethod, descriptor}) {
            out.write(UTF8);
            number(out, text.length());
            out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
        }
        constant(out, CLASS, count);
        constant(out, NAME_AND_TYPE, count + 1, count + 2);
        constant(out, METHOD, count + 3, count + 4);
        int interfaces = end + 6;
        int fields = interfaces + 2 + 2 * (in.getShort(interfaces) & 0xffff);
        int methods = behindMembers(in, fields);
        out.write(file, end, methods + 2 - end);
        boolean found = false;
        int next = methods + 2;
        for (int i = in.getShort(methods) & 0xffff; i > 0; i--) {
            int start = next;
            next = behindMember(in, start);
            String parameters = utf8(file, at[in.getShort(start + 4) & 0xffff]);
            boolean is = utf8(file, at[in.getShort(start + 2) & 0xffff]).equals(method) && descriptors.contains(parameters);
            found |= is;
            out.write(file, start, is ? 6 : next - start);
            if (is) {
                calling(out, count + 5, number(file, at, "Code"), parameters);
            }
        }
        out.write(file, next, file.length - next);
        return found ? out.toByteArray() : null;
    }

    /** aload_0, aload_1, invokestatic, areturn: stack [] -> [receiver] -> [receiver, object] -> [result]. */
    private static void calling(ByteArrayOutputStream out, int method, int nameOfCode, String parameters) {
        number(out, 1);
        number(out, nameOfCode);
        number(out, 0);
        number(out, 18);
        number(out, 2);
        number(out, 1 + slots(parameters));
        number(out, 0);
        number(out, 6);
        out.write(0x2a);
        out.write(0x2b);
        out.write(0xb8);
        number(out, method);
        out.write(0xb0);
        number(out, 0);
        number(out, 0);
    }

    /** How many locals the parameters of that descriptor take. */
    private static int slots(String descriptor) {
        int count = 0;
        int at = 1;
        while (descriptor.charAt(at) != ')') {
            boolean isWide = descriptor.charAt(at) == 'J' || descriptor.charAt(at) == 'D';
            count += isWide ? 2 : 1;
            while (descriptor.charAt(at) == '[') {
                at++;
            }
            at = descriptor.charAt(at) == 'L' ? descriptor.indexOf(';', at) + 1 : at + 1;
        }
        return count;
    }

    private static void constant(ByteArrayOutputStream out, int tag, int... numbers) {
        out.write(tag);
        for (int each : numbers) {
            number(out, each);
        }
    }

    private static void number(ByteArrayOutputStream out, int number) {
        out.write(number >>> 8);
        out.write(number);
    }

    /** The classes that the constants name, by their internal names; no arrays. */
    public static List<String> classes(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file);
        int[] at = places(in, in.getShort(COUNT) & 0xffff);
        List<String> found = new ArrayList<>();
        for (int i = 1; i < at.length - 1; i++) {
            String name = at[i] != 0 && file[at[i]] == CLASS ? utf8(file, at[in.getShort(at[i] + 1) & 0xffff]) : "[";
            if (!name.startsWith("[")) {
                found.add(name);
            }
        }
        return found;
    }

    static int behindMembers(ByteBuffer in, int members) {
        int next = members + 2;
        for (int i = in.getShort(members) & 0xffff; i > 0; i--) {
            next = behindMember(in, next);
        }
        return next;
    }

    static int behindMember(ByteBuffer in, int member) {
        int next = member + 8;
        for (int i = in.getShort(member + 6) & 0xffff; i > 0; i--) {
            next += 6 + in.getInt(next + 2);
        }
        return next;
    }

    /** The number of the constant with that text. */
    private static int number(byte[] file, int[] at, String text) {
        for (int i = 1; i < at.length - 1; i++) {
            if (at[i] != 0 && file[at[i]] == UTF8 && utf8(file, at[i]).equals(text)) {
                return i;
            }
        }
        throw new IllegalStateException("a class file without " + text);
    }

    static String utf8(byte[] file, int at) {
        return ModifiedUtf8.text(file, at + 3, (file[at + 1] & 0xff) << 8 | file[at + 2] & 0xff);
    }

    /** The literals of the class. */
    public static List<String> literals(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file);
        int[] at = places(in, in.getShort(COUNT) & 0xffff);
        List<String> found = new ArrayList<>();
        for (int i = 1; i < at.length - 1; i++) {
            if (at[i] != 0 && file[at[i]] == STRING) {
                found.add(utf8(file, at[in.getShort(at[i] + 1) & 0xffff]));
            }
        }
        return found;
    }

    /** The fields that the class's code names: of each the class, by its internal name, the name and the descriptor in turn. */
    public static List<String> fields(byte[] file) {
        ByteBuffer in = ByteBuffer.wrap(file);
        int[] at = places(in, in.getShort(COUNT) & 0xffff);
        List<String> found = new ArrayList<>();
        for (int i = 1; i < at.length - 1; i++) {
            if (at[i] != 0 && file[at[i]] == FIELD) {
                int nameAndType = at[in.getShort(at[i] + 3) & 0xffff];
                found.add(owner(file, in, at, at[i]));
                found.add(utf8(file, at[in.getShort(nameAndType + 1) & 0xffff]));
                found.add(utf8(file, at[in.getShort(nameAndType + 3) & 0xffff]));
            }
        }
        return found;
    }

    /** The class of the method in that place, by its internal name. */
    static String owner(byte[] file, ByteBuffer in, int[] at, int method) {
        return utf8(file, at[in.getShort(at[in.getShort(method + 1) & 0xffff] + 1) & 0xffff]);
    }
}
