package jcp.runtime;

import java.lang.StackWalker.StackFrame;
import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Makes the application's lambda objects as {@link LambdaMetafactory} does. In the capturing run it remembers for their
 * classes what they were made of, so that the replay can make such a class again; in both runs it links each instruction of
 * the original program once ({@link CallSites}).
 *
 * <p>A recipe is text: host class, method name, factory type, interface method type, implementation (kind, class, name,
 * type), instantiated type, flags, the instruction, number of marker interfaces, these, and bridges.
 */
public final class Lambdas {
    private Lambdas() {}

    /** Whether this JVM replays, so that nothing needs to be remembered. */
    static volatile boolean replaying;

    /** As {@link LambdaMetafactory#metafactory}, with the instruction's number as one more argument. */
    public static CallSite metafactory(MethodHandles.Lookup caller, String name, MethodType factory, Object... args)
            throws LambdaConversionException {
        return linked(caller, name, factory, args, false);
    }

    /** As {@link LambdaMetafactory#altMetafactory}, with the instruction's number as one more argument. */
    public static CallSite altMetafactory(MethodHandles.Lookup caller, String name, MethodType factory, Object... args)
            throws LambdaConversionException {
        return linked(caller, name, factory, args, true);
    }

    private static CallSite linked(MethodHandles.Lookup caller, String name, MethodType factory, Object[] args, boolean alt)
            throws LambdaConversionException {
        HashGenerator before = HashGenerator.now();
        if (before != null && SHAPES.add(args.length)) {
            before = StackWalker.getInstance(Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES))
                .walk(new BeforeCallers(before));
        }
        Object[] used = Arrays.copyOf(args, args.length - 1);
        String instruction = args[args.length - 1] + " " + name + factory.toMethodDescriptorString();
        CallSite site = CallSites.find(caller.lookupClass(), instruction);
        if (site != null) {
            HashGenerator.give(before);
            return site;
        }
        MethodHandle body = (MethodHandle) used[1];
        if (!replaying) {
            used[1] = noting(caller, body);
        }
        HashGenerator.give(before);
        site = alt ? LambdaMetafactory.altMetafactory(caller, name, factory, used)
            : LambdaMetafactory.metafactory(caller, name, factory, (MethodType) used[0], (MethodHandle) used[1], (MethodType) used[2]);
        HashGenerator after = HashGenerator.now();
        if (!replaying) {
            site = remember(site, caller, name, factory, used, body, instruction);
        }
        site = CallSites.link(caller.lookupClass(), instruction, site);
        HashGenerator.give(after);
        return site;
    }

    /** Numbers of arguments with which the JVM has called the methods here. */
    private static final Set<Integer> SHAPES = Collections.synchronizedSet(new HashSet<>());

    /**
     * The state before the classes on the stack were made that call our methods with so many arguments: the JDK's factory
     * needs none, and the first use of a class takes its hash.
     */
    private static final class BeforeCallers implements Function<Stream<StackFrame>, HashGenerator> {
        private HashGenerator state;

        BeforeCallers(HashGenerator state) {
            this.state = state;
        }

        @Override
        public HashGenerator apply(Stream<StackFrame> frames) {
            List<Class<?>> hidden = new ArrayList<>();
            for (Iterator<StackFrame> all = frames.iterator(); all.hasNext(); ) {
                Class<?> type = all.next().getDeclaringClass();
                if (type.isHidden() && Marks.known()) {
                    hidden.add(type);
                }
            }
            for (int i = 0; i < hidden.size(); i++) {
                if (state.last(Marks.hash(Marks.mark(hidden.get(i))))) {
                    state = state.back();
                    i = -1;
                }
            }
            return state;
        }
    }

    private static CallSite remember(
            CallSite site, MethodHandles.Lookup caller, String name, MethodType factory, Object[] args, MethodHandle body,
            String instruction) {
        int flags = args.length > 3 ? (Integer) args[3] : 0;
        int at = 4;
        List<String> markers = new ArrayList<>();
        if ((flags & LambdaMetafactory.FLAG_MARKERS) != 0) {
            for (int n = (Integer) args[at++]; n > 0; n--) {
                markers.add(((Class<?>) args[at++]).getName());
            }
        }
        List<String> bridges = new ArrayList<>();
        if ((flags & LambdaMetafactory.FLAG_BRIDGES) != 0) {
            for (int n = (Integer) args[at++]; n > 0; n--) {
                bridges.add(((MethodType) args[at++]).toMethodDescriptorString());
            }
        }
        MethodHandleInfo info = caller.revealDirect(body);
        List<String> recipe = new ArrayList<>(List.of(caller.lookupClass().getName(), name, factory.toMethodDescriptorString(),
            ((MethodType) args[0]).toMethodDescriptorString(), Integer.toString(info.getReferenceKind()),
            info.getDeclaringClass().getName(), info.getName(), info.getMethodType().toMethodDescriptorString(),
            ((MethodType) args[2]).toMethodDescriptorString(), Integer.toString(flags), instruction, Integer.toString(markers.size())));
        recipe.addAll(markers);
        recipe.addAll(bridges);
        return LambdaClasses.note(site, recipe.toArray(new String[0]));
    }

    /** The method that the lambda is to call: in the place of {@code String::intern} one that notes the result. */
    private static MethodHandle noting(MethodHandles.Lookup caller, MethodHandle body) {
        MethodHandleInfo info = caller.revealDirect(body);
        if (info.getDeclaringClass() != String.class || !info.getName().equals("intern")) {
            return body;
        }
        try {
            return caller.findStatic(Interned.class, "intern", MethodType.methodType(String.class, String.class));
        } catch (ReflectiveOperationException e) {
            return body;
        }
    }
}
