package java.lang.invoke;

import java.util.function.BiFunction;

/**
 * What a loader of the program calls in a replay while its classes are defined again, in the place of its own code: {@code jcp.runtime} puts it there,
 * and puts itself behind {@link #jcpLoading}.
 */
public final class JcpLoading {
    static BiFunction<ClassLoader, String, Class<?>> jcpLoading;

    private JcpLoading() {}

    /** The class that the loader has given for that name before the checkpoint. */
    public static Class<?> jcpLoad(ClassLoader loader, String name) {
        return jcpLoading.apply(loader, name);
    }
}
