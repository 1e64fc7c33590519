package jcp.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.NameCounters;
import jcp.runtime.linking.CallSites;
import jcp.runtime.linking.LambdaClasses;
import jcp.runtime.linking.MadeClasses;
import jcp.runtime.linking.Rehearsal;
import jcp.runtime.linking.Relinked;

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

    /** As {@link LambdaMetafactory#metafactory}; the name has the instruction's number. */
    public static CallSite metafactory(
            MethodHandles.Lookup caller, String numbered, MethodType factory, MethodType method, MethodHandle body, MethodType dynamic)
            throws LambdaConversionException {
        return linked(caller, numbered, factory, false, method, body, dynamic);
    }

    /** As {@link LambdaMetafactory#altMetafactory}; the name has the instruction's number. */
    public static CallSite altMetafactory(MethodHandles.Lookup caller, String numbered, MethodType factory, Object... args)
            throws LambdaConversionException {
        return linked(caller, numbered, factory, true, args);
    }

    private static CallSite linked(MethodHandles.Lookup caller, String numbered, MethodType factory, boolean alt, Object... args)
            throws LambdaConversionException {
        if (Rehearsal.result() != null) {
            return Rehearsal.result();
        }
        System.identityHashCode(LambdaMetafactory.class); // see Linking
        HashGenerator before = HashGenerator.now();
        String instruction = CallSites.instruction(numbered, factory);
        CallSite site = CallSites.find(caller.lookupClass(), instruction);
        if (site != null) {
            HashGenerator.set(before);
            return site;
        }
        String name = CallSites.name(numbered);
        MethodHandle body = (MethodHandle) args[1];
        Object[] used = args.clone();
        if (!CallSites.replaying) {
            used[1] = noting(caller, body);
        }
        String earlier = CallSites.replaying ? CallSites.earlier(caller.lookupClass(), instruction) : null;
        long count = earlier == null ? 0 : NameCounters.get(NameCounters.LAMBDAS);
        if (earlier != null) {
            MadeClasses.count(earlier);
        }
        HashGenerator.set(before);
        site = alt ? LambdaMetafactory.altMetafactory(caller, name, factory, used)
            : LambdaMetafactory.metafactory(caller, name, factory, (MethodType) used[0], (MethodHandle) used[1], (MethodType) used[2]);
        HashGenerator after = HashGenerator.now();
        if (!CallSites.replaying) {
            Rehearsal.noteCall("Lambdas", alt ? "altMetafactory" : "metafactory", args.length);
            site = remember(site, caller, name, factory, used, body, instruction);
        }
        if (earlier != null) {
            NameCounters.set(NameCounters.LAMBDAS, count);
            settle(site, earlier);
        }
        site = CallSites.link(caller.lookupClass(), instruction, site);
        if (CallSites.wasLinked(caller.lookupClass(), instruction)) {
            return Relinked.site(site, before);
        }
        HashGenerator.set(after);
        return site;
    }

    /** The class has the hash that it had before the checkpoint. */
    private static void settle(CallSite site, String description) {
        Class<?> made = LambdaClasses.made(site.getTarget());
        if (made != null) {
            MadeClasses.settle(made, description);
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
                bridges.add(CallSites.descriptor((MethodType) args[at++]));
            }
        }
        MethodHandleInfo info = caller.revealDirect(body);
        List<String> recipe = new ArrayList<>(List.of(caller.lookupClass().getName(), name, CallSites.descriptor(factory),
            CallSites.descriptor((MethodType) args[0]), Integer.toString(info.getReferenceKind()),
            info.getDeclaringClass().getName(), info.getName(), CallSites.descriptor(info.getMethodType()),
            CallSites.descriptor((MethodType) args[2]), Integer.toString(flags), instruction, Integer.toString(markers.size())));
        recipe.addAll(markers);
        recipe.addAll(bridges);
        String[] texts = recipe.toArray(new String[0]);
        Rehearsal.noteLambda(factory, texts[4], info.getMethodType(), texts);
        return LambdaClasses.note(site, texts);
    }

    /** The method that the lambda is to call: in the place of {@code String::intern} and {@code Runtime::exit} one that notes it. */
    private static MethodHandle noting(MethodHandles.Lookup caller, MethodHandle body) {
        MethodHandleInfo info = caller.revealDirect(body);
        String name = info.getName();
        try {
            if (info.getDeclaringClass() == String.class && name.equals("intern")) {
                return caller.findStatic(Interned.class, name, MethodType.methodType(String.class, String.class));
            }
            if (info.getDeclaringClass() == Runtime.class && (name.equals("exit") || name.equals("halt"))) {
                return caller.findStatic(Capture.class, name, MethodType.methodType(void.class, Runtime.class, int.class));
            }
            return body;
        } catch (ReflectiveOperationException e) {
            return body;
        }
    }
}
