package java.lang.invoke;

import java.lang.ref.WeakReference;
import java.util.function.Function;

/**
 * Stands between {@code MethodHandleNatives.linkCallSite}, which the JVM calls for every call site, and the method that does
 * the work. {@code jcp.runtime.JdkLinking} puts it there in a replay, and puts itself behind {@link #jcpLinker}.
 */
final class JcpLinker {
    static Function<Object[], Object> jcpLinker;
    /** Classes of other loaders than the JDK's whose call sites are of interest, too. */
    static WeakReference<?>[] jcpHosts;

    private JcpLinker() {}

    /** As {@code MethodHandleNatives.linkCallSiteImpl}. */
    static MemberName linkCallSiteImpl(
            Class<?> caller, MethodHandle bootstrap, String name, MethodType type, Object arguments, Object[] appendix) {
        if (caller.getClassLoader() != null && !isHost(caller)) { // the JDK's own call sites are of interest
            return MethodHandleNatives.linkCallSiteImpl(caller, bootstrap, name, type, arguments, appendix);
        }
        return (MemberName) jcpLinker.apply(new Object[] {caller, bootstrap, name, type, arguments, appendix});
    }

    private static boolean isHost(Class<?> caller) {
        for (WeakReference<?> host : jcpHosts) {
            if (host.get() == caller) {
                return true;
            }
        }
        return false;
    }
}
