package jcp.runtime.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/**
 * The stack maps of a method of the JDK as they stand in the JDK's image. What a JVM tells agents of a class has no stack maps if it did not keep them: JDK 17 drops
 * them where it reads a class that it does not verify.
 *
 * <p>Invariant: they are taken only for the very same code.
 */
final class ImageMaps {
    private final byte[] file;
    private final ByteBuffer in;
    private final Constants constants;

    private ImageMaps(byte[] file) {
        this.file = file;
        in = ByteBuffer.wrap(file);
        constants = new Constants(file);
    }

    /** The maps of the method, given its class, name and descriptor; null if the image has no such method with this code. */
    static StackMaps of(String[] of, boolean isStatic, byte[] code) {
        byte[] file = file(of[0]);
        return file == null ? null : new ImageMaps(file).maps(of, isStatic, code);
    }

    private static byte[] file(String type) {
        try (InputStream in = Class.forName(type.replace('/', '.'), false, null).getResourceAsStream("/" + type + ".class")) {
            return in == null ? null : in.readAllBytes();
        } catch (ClassNotFoundException | IOException e) {
            return null;
        }
    }

    private int u2(int at) {
        return in.getShort(at) & 0xffff;
    }

    private StackMaps maps(String[] of, boolean isStatic, byte[] code) {
        int interfaces = constants.end + 6;
        int methods = ClassFiles.behindMembers(in, interfaces + 2 + 2 * u2(interfaces)); // behind the fields
        int at = methods + 2;
        for (int n = u2(methods); n > 0; n--) {
            if (constants.text(u2(at + 2)).equals(of[1]) && constants.text(u2(at + 4)).equals(of[2])) {
                return ofMethod(at, new StackMaps(constants, of, isStatic), code);
            }
            at = ClassFiles.behindMember(in, at);
        }
        return null;
    }

    private StackMaps ofMethod(int method, StackMaps maps, byte[] code) {
        int at = method + 8;
        for (int n = u2(method + 6); n > 0; n--) {
            if (constants.text(u2(at)).equals("Code")) {
                return ofCode(at + 6, maps, code);
            }
            at += 6 + in.getInt(at + 2);
        }
        return null;
    }

    /** {@code at}: the content of the attribute. */
    private StackMaps ofCode(int at, StackMaps maps, byte[] code) {
        int length = in.getInt(at + 4);
        boolean same = length == code.length;
        for (int i = 0; same && i < length; i++) {
            same = file[at + 8 + i] == code[i];
        }
        if (!same) {
            return null;
        }
        int handlers = at + 8 + length;
        int attributes = handlers + 2 + 8 * u2(handlers);
        int attribute = attributes + 2;
        for (int n = u2(attributes); n > 0; n--) {
            if (constants.text(u2(attribute)).equals(StackMaps.NAME)) {
                maps.read(file, attribute + 6);
            }
            attribute += 6 + in.getInt(attribute + 2);
        }
        return maps;
    }
}
