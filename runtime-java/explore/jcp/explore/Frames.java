package jcp.explore;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Where a task stands: its methods, the places of their calls, and the values there that are still read ({@code java.lang.LiveStackFrame}). Which values these are,
 * was found out when the hooks were written.
 *
 * <p>A frame of the JDK's has values that nobody knows: then there is no answer, but for frames that only call on.
 */
final class Frames {
    private static final StackWalker WALKER;
    private static final MethodHandle LOCALS;
    private static final MethodHandle STACK;
    private static final MethodHandle NUMBER;
    private static final Class<?> PRIMITIVE;

    static {
        try {
            Class<?> frame = Class.forName("java.lang.LiveStackFrame");
            PRIMITIVE = Class.forName("java.lang.LiveStackFrame$PrimitiveSlot");
            Method walker = frame.getDeclaredMethod("getStackWalker", Set.class);
            walker.setAccessible(true);
            WALKER = (StackWalker) walker.invoke(null, Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE));
            LOCALS = handle(frame, "getLocals");
            STACK = handle(frame, "getStack");
            NUMBER = handle(PRIMITIVE, "longValue");
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    private static MethodHandle handle(Class<?> type, String name) throws ReflectiveOperationException {
        Method method = type.getDeclaredMethod(name);
        method.setAccessible(true);
        return MethodHandles.lookup().unreflect(method);
    }

    /** A method at a call: numbers, and references; the class that it initialises, or null. */
    record Frame(long place, long[] numbers, Object[] references, Class<?> initialised) {}

    /** The values that are read later at one call: {@code L} or {@code S} for a local or the stack, the slot, and the kind. */
    private static final class Live {
        /** Several methods of one name have a call at this offset. */
        static final Live SEVERAL = new Live(0, "");
        final long place;
        final int[] numbers;
        final int[] wide;
        final int[] references;

        Live(long place, String text) {
            this.place = place;
            List<Integer> narrow = new ArrayList<>();
            List<Integer> broad = new ArrayList<>();
            List<Integer> objects = new ArrayList<>();
            for (String part : text.isEmpty() ? new String[0] : text.split(",")) {
                char kind = part.charAt(part.length() - 1);
                int slot = Integer.parseInt(part.substring(1, part.length() - 1));
                // slots of the stack are told by numbers below zero
                int at = part.charAt(0) == 'L' ? slot : -1 - slot;
                (kind == 'I' ? narrow : kind == 'J' ? broad : objects).add(at);
            }
            numbers = ints(narrow);
            wide = ints(broad);
            references = ints(objects);
        }

        private static int[] ints(List<Integer> list) {
            return list.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    private final ClassLoader loader;
    private final Map<String, Map<String, Live>> classes = new ConcurrentHashMap<>();

    /** {@code loader}: where the files with live values are found. */
    Frames(ClassLoader loader) {
        this.loader = loader;
    }

    /** The calling task's frames; null if they cannot be known. */
    Frame[] here() {
        return WALKER.walk(frames -> {
            List<Frame> found = new ArrayList<>();
            for (java.util.Iterator<StackWalker.StackFrame> all = frames.iterator(); all.hasNext();) {
                StackWalker.StackFrame frame = all.next();
                String name = frame.getClassName();
                if (isOurs(name)) {
                    continue;
                }
                Live live = live(name).get(frame.getMethodName() + " " + frame.getByteCodeIndex());
                if (live == Live.SEVERAL) {
                    live = live(name).get(frame.getMethodName() + frame.getDescriptor() + " " + frame.getByteCodeIndex());
                }
                if (live != null) {
                    found.add(read(frame, live));
                } else if (!callsOn(name, frame.getMethodName())) {
                    return null;
                }
            }
            return found.toArray(new Frame[0]);
        });
    }

    /** Frames of jcp's without values that count. */
    private static boolean isOurs(String name) {
        return name.startsWith("jcp.explore.") && switch (name.substring(12)) {
            case "Hooks", "Run", "Frames", "Task", "Explorer", "Program", "SetUp", "TestMethod", "Digest" -> true;
            default -> name.startsWith("jcp.explore.Carriers");
        };
    }

    /** Frames of the JDK's that only call on. */
    private static boolean callsOn(String name, String method) {
        return switch (name) {
            case "java.lang.Thread" -> method.startsWith("run");
            case "java.util.concurrent.FutureTask", "java.util.concurrent.Executors$RunnableAdapter" -> method.equals("run") || method.equals("call");
            default -> name.startsWith("jdk.internal.reflect.") || name.startsWith("java.lang.reflect.") || name.startsWith("java.lang.invoke.") || name.contains("$$Lambda");
        };
    }

    private Map<String, Live> live(String name) {
        return classes.computeIfAbsent(name, it -> {
            Map<String, Live> places = new HashMap<>();
            try (InputStream in = loader.getResourceAsStream("META-INF/jcp/live/" + it)) {
                String text = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
                for (String line : text.split("\n")) {
                    int end = line.lastIndexOf(' ');
                    if (end >= 0) {
                        String key = line.substring(0, end);
                        Live live = new Live(Names.text(it + key), line.substring(end + 1));
                        places.put(key, live);
                        String withoutTypes = key.substring(0, key.indexOf('(')) + key.substring(key.lastIndexOf(' '));
                        places.merge(withoutTypes, live, (one, other) -> Live.SEVERAL);
                    }
                }
            } catch (IOException error) {
                return Map.of();
            }
            return places;
        });
    }

    private static Frame read(StackWalker.StackFrame frame, Live live) {
        try {
            Object[] locals = (Object[]) LOCALS.invoke(frame);
            Object[] stack = (Object[]) STACK.invoke(frame);
            long[] numbers = new long[live.numbers.length + live.wide.length];
            int count = 0;
            for (int at : live.numbers) {
                numbers[count++] = (int) number(at < 0 ? stack[-1 - at] : locals[at]);
            }
            // of two slots the second has the value
            for (int at : live.wide) {
                numbers[count++] = number(at < 0 ? stack[-at] : locals[at + 1]);
            }
            Object[] references = new Object[live.references.length];
            for (int at = 0; at < references.length; at++) {
                int slot = live.references[at];
                Object value = slot < 0 ? stack[-1 - slot] : locals[slot];
                references[at] = PRIMITIVE.isInstance(value) ? null : value;
            }
            return new Frame(live.place, numbers, references, frame.getMethodName().equals("<clinit>") ? frame.getDeclaringClass() : null);
        } catch (Throwable error) {
            throw new IllegalStateException(error);
        }
    }

    static long number(Object slot) {
        try {
            return PRIMITIVE.isInstance(slot) ? (long) NUMBER.invoke(slot) : 0;
        } catch (Throwable error) {
            throw new IllegalStateException(error);
        }
    }

    /** Whether a value is a number, or several of them. */
    static boolean isNumber(Object slot) {
        return PRIMITIVE.isInstance(slot);
    }

    /** Looks at the frames of the calling thread, without those of jcp that came last. */
    static <T> T walk(Function<Stream<StackWalker.StackFrame>, T> look) {
        return WALKER.walk(frames -> look.apply(frames.dropWhile(it -> it.getClassName().startsWith("jcp.explore."))));
    }

    /** Values of a frame, by their places: {@code L} or {@code S} for a local or the stack, the slot, and {@code J} for two slots. */
    static Map<Integer, Object> values(StackWalker.StackFrame frame, String places) {
        Map<Integer, Object> values = new HashMap<>();
        try {
            Object[] locals = (Object[]) LOCALS.invoke(frame);
            Object[] stack = (Object[]) STACK.invoke(frame);
            for (String place : places.isEmpty() ? new String[0] : places.split(",")) {
                int slot = Integer.parseInt(place.substring(1, place.length() - 1));
                // of two slots the second has the value
                int at = place.endsWith("J") ? slot + 1 : slot;
                boolean isLocal = place.charAt(0) == 'L';
                values.put(isLocal ? slot : -1 - slot, isLocal ? locals[at] : stack[at]);
            }
        } catch (Throwable error) {
            throw new IllegalStateException(error);
        }
        return values;
    }
}
