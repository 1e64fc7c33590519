package jcp.runtime.jvm;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Edits a class file (JVMS 4.4): its constants alone, so that the code stays as it is. */
public final class ClassFiles {
    private ClassFiles() {}

    /** Where the number of constants is; the constants follow. */
    private static final int COUNT = 8;
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int METHOD = 10;

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

    /** Where each constant starts; 0 where there is none; the last one: where they end. */
    private static int[] places(ByteBuffer in, int count) {
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
}
