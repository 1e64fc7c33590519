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

/**
 * Makes the application's lambda objects as {@link LambdaMetafactory} does, and remembers for their classes what they
 * were made of, so that the replay can make such a class again.
 *
 * <p>A recipe is text: host class, method name, factory type, interface method type, implementation (kind, class, name,
 * type, whether an interface), instantiated type, flags, marker interfaces and bridges.
 */
public final class Lambdas {
    private Lambdas() {}

    /** As {@link LambdaMetafactory#metafactory}. */
    public static CallSite metafactory(
            MethodHandles.Lookup caller, String name, MethodType factory, MethodType method, MethodHandle body,
            MethodType dynamic) throws LambdaConversionException {
        CallSite site = LambdaMetafactory.metafactory(caller, name, factory, method, noting(caller, body), dynamic);
        return remember(site, caller, name, factory, method, body, dynamic, 0, new ArrayList<>(), new ArrayList<>());
    }

    /** As {@link LambdaMetafactory#altMetafactory}. */
    public static CallSite altMetafactory(MethodHandles.Lookup caller, String name, MethodType factory, Object... args)
            throws LambdaConversionException {
        Object[] used = args.clone();
        used[1] = noting(caller, (MethodHandle) args[1]);
        CallSite site = LambdaMetafactory.altMetafactory(caller, name, factory, used);
        int flags = (Integer) args[3];
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
        return remember(site, caller, name, factory, (MethodType) args[0], (MethodHandle) args[1],
                (MethodType) args[2], flags, markers, bridges);
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

    private static CallSite remember(
            CallSite site, MethodHandles.Lookup caller, String name, MethodType factory, MethodType method,
            MethodHandle body, MethodType dynamic, int flags, List<String> markers, List<String> bridges) {
        MethodHandleInfo info = caller.revealDirect(body);
        List<String> recipe = new ArrayList<>();
        recipe.add(caller.lookupClass().getName());
        recipe.add(name);
        recipe.add(factory.toMethodDescriptorString());
        recipe.add(method.toMethodDescriptorString());
        recipe.add(Integer.toString(info.getReferenceKind()));
        recipe.add(info.getDeclaringClass().getName());
        recipe.add(info.getName());
        recipe.add(info.getMethodType().toMethodDescriptorString());
        recipe.add(dynamic.toMethodDescriptorString());
        recipe.add(Integer.toString(flags));
        recipe.add(Integer.toString(markers.size()));
        recipe.addAll(markers);
        recipe.addAll(bridges);
        return LambdaClasses.note(site, recipe.toArray(new String[0]));
    }
}
