package jcp.runtime.jvm;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the {@code invokedynamic} instructions of a class are that the JVM has in its list ({@link LinkedCalls}): it enters them as it goes through the class's methods, from the last to
 * the first in its own order (rewriter.cpp), and through each method's code.
 *
 * <p>Invariant: places are told only if the numbers of all constants in that order are those of the list.
 */
final class CallPlaces {
    private static final int INVOKE_DYNAMIC = 186;
    private static final String CODE = "Code";

    private final byte[] file;
    private final ByteBuffer in;
    private final int[] at;

    private CallPlaces(byte[] file) {
        this.file = file;
        in = ByteBuffer.wrap(file);
        at = ClassFiles.places(in, u2(ClassFiles.COUNT));
    }

    /** Of each instruction its method's name and descriptor, and the place in its code; null if that is not known. {@code numbers}: of the constants in the list. */
    static List<String> of(Class<?> type, byte[] file, List<Integer> numbers) {
        JvmMembers members = JvmMembers.find();
        if (members == null) {
            return null;
        }
        CallPlaces places = new CallPlaces(file);
        Map<String, int[]> methods = places.methods();
        List<String> order = members.names(type);
        Collections.reverse(order);
        List<String> found = new ArrayList<>();
        for (String method : order) {
            int[] code = methods.getOrDefault(method, new int[2]);
            for (int place : places.calls(code[0], code[1])) {
                boolean fits = found.size() < numbers.size() && places.u2(code[0] + place + 1) == numbers.get(found.size());
                if (!fits) {
                    return null;
                }
                found.add(place(method, place));
            }
        }
        return found.size() == numbers.size() ? found : null;
    }

    static String place(String method, int place) {
        return method + "@" + place;
    }

    private int u2(int place) {
        return in.getShort(place) & 0xffff;
    }

    private String text(int constant) {
        return ClassFiles.utf8(file, at[constant]);
    }

    /** By name and descriptor: where the method's code begins, and how long it is. */
    private Map<String, int[]> methods() {
        int interfaces = at[at.length - 1] + 6;
        int next = ClassFiles.behindMembers(in, interfaces + 2 + 2 * u2(interfaces));
        int left = u2(next);
        next += 2;
        Map<String, int[]> found = new HashMap<>();
        for (; left > 0; left--) {
            String method = text(u2(next + 2)) + text(u2(next + 4));
            int attributes = u2(next + 6);
            next += 8;
            for (; attributes > 0; attributes--) {
                if (text(u2(next)).equals(CODE)) {
                    found.put(method, new int[] {next + 14, in.getInt(next + 10)});
                }
                next += 6 + in.getInt(next + 2);
            }
        }
        return found;
    }

    private List<Integer> calls(int start, int length) {
        byte[] code = new byte[length];
        System.arraycopy(file, start, code, 0, length);
        MethodCode instructions = new MethodCode(code, null, null);
        List<Integer> found = new ArrayList<>();
        for (int place = 0; place < length; place += instructions.length(place)) {
            if (instructions.u1(place) == INVOKE_DYNAMIC) {
                found.add(place);
            }
        }
        return found;
    }
}
