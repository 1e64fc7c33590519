package jcp.runtime.linking;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.LinkedCalls;
import jcp.runtime.program.DefinedCalls;

/**
 * In a replay, the calls in classes defined at run time that had been linked before the checkpoint. {@link JdkLinking} asks when the JVM links one again; it is told by what the
 * bootstrap method is given, and by its place where several are given the same.
 *
 * <p>Invariant: a loader of the program, and what belongs to its classes, is held by nothing here. Left out: hidden classes of the program's own loader that it does not hold: these are kept
 * until their calls are linked.
 */
final class RestoredSites {
    private RestoredSites() {}

    /** Beside the JDK's values of a loader: those of its classes. */
    private static final String HELD = "jcp's call sites";

    /** In a replay: a call that was linked before the checkpoint and has not been since. */
    static final class Site {
        private final String key;
        /** What {@link MadeClasses} says of a lambda's class. */
        private final String description;
        private String[] recipe;
        /** What the program holds. */
        private CallSite held;
        /** Of a lambda whose class was made again. */
        CallSite site;

        Site(String key, String description) {
            this.key = key;
            this.description = description;
        }

        void link(CallSite made, String[] of) {
            site = made;
            recipe = of;
        }

        boolean isHeld() {
            return description.equals(HeldSites.HELD);
        }

        /** The captured call site, which the program holds; null of other calls. */
        CallSite held() {
            return held;
        }

        /** As {@link #description}. */
        String description() {
            return description;
        }
    }

    /** The sites of one loader's classes, each with its class. */
    private static final class Held {
        final List<Class<?>> hosts = new ArrayList<>();
        final List<Site> sites = new ArrayList<>();
    }

    /** Of the program's own loader. Those of others are held by the loader, which the program may let go of. */
    private static final Held OWN = new Held();
    /** Classes that have such sites. */
    private static final List<WeakReference<Class<?>>> HOSTS = new ArrayList<>();

    @SuppressWarnings("unchecked")
    private static Held held(Class<?> host) {
        if (Access.isApplication(host) || Access.isJdk(host)) {
            return OWN;
        }
        Map<Object, Object> values = (Map<Object, Object>) Access.call(host.getClassLoader(), ClassLoader.class, "createOrGetClassLoaderValueMap");
        Object held = values.get(HELD);
        if (held == null) {
            held = new Held();
            values.put(HELD, held);
        }
        return (Held) held;
    }

    /** In a replay: the call of that key that was linked before the checkpoint and has not been since; null if there is none. */
    static synchronized Site find(Class<?> host, String key) {
        Held held = held(host);
        for (int i = 0; i < held.hosts.size(); i++) {
            if (held.hosts.get(i) == host && held.sites.get(i).key.equals(key)) {
                return held.sites.get(i);
            }
        }
        return null;
    }

    /** The calls of that key that are linked to the captured site. */
    static synchronized void hold(Class<?> host, String key, CallSite site) {
        Held held = held(host);
        for (int i = 0; i < held.hosts.size(); i++) {
            Site each = held.sites.get(i);
            if (held.hosts.get(i) == host && each.key.equals(key) && each.isHeld()) {
                each.held = site;
            }
        }
    }

    /** Notes the lambdas of a replay that were not linked since. */
    static void note(Class<?> host) {
        Held held = held(host);
        for (int i = 0; i < held.hosts.size(); i++) {
            Site site = held.sites.get(i);
            if (held.hosts.get(i) == host && site.site != null) {
                LambdaClasses.note(LambdaClasses.made(site.site.getTarget()), site.recipe, null);
            }
        }
    }

    /** As its own class file has it. */
    static String internalName(Class<?> type) {
        String name = type.getName();
        return (type.isHidden() ? name.substring(0, name.lastIndexOf('/')) : name).replace('.', '/');
    }

    static void restore(String[] texts) throws ClassNotFoundException {
        for (int i = 0; i < texts.length; i += DefinedSites.TEXTS) {
            Class<?> host = ClassNames.find(texts[i], false);
            Held held = held(host);
            held.hosts.add(host);
            held.sites.add(new Site(texts[i + 1], texts[i + 2]));
            HOSTS.add(new WeakReference<>(host));
        }
    }

    static WeakReference<?>[] hosts() {
        return HOSTS.toArray(new WeakReference<?>[0]);
    }

    /** The call that the JVM links now, if it was linked before the checkpoint; else null. Said once. */
    static synchronized Site earlier(Class<?> host, String name, MethodType type, Object arguments) {
        String key = null;
        String place = null;
        Held held = held(host);
        for (int i = 0; i < held.hosts.size(); i++) {
            if (held.hosts.get(i) == host) {
                key = key == null ? key(host, name, type, arguments) : key;
                String other = held.sites.get(i).key;
                if (other.startsWith(key + DefinedCalls.PLACE)) {
                    boolean isName = other.lastIndexOf('@') < key.length();
                    place = isName ? method(host) : place(host);
                }
                if (other.equals(key) || place != null && other.equals(key + DefinedCalls.PLACE + place)) {
                    if (held.sites.get(i).isHeld()) {
                        return held.sites.get(i); // a method of the chain has the instruction several times
                    }
                    held.hosts.remove(i);
                    return held.sites.remove(i);
                }
            }
        }
        return null;
    }

    /** The name of the method in the host's innermost frame. */
    private static String method(Class<?> host) {
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if (frame.getClassName().equals(host.getName())) {
                return frame.getMethodName();
            }
        }
        return "";
    }

    /** Where it stands. */
    private static String place(Class<?> host) {
        Set<StackWalker.Option> options = Set.of(StackWalker.Option.SHOW_HIDDEN_FRAMES, StackWalker.Option.RETAIN_CLASS_REFERENCE);
        return StackWalker.getInstance(options).walk(new Function<Stream<StackWalker.StackFrame>, String>() {
            @Override
            public String apply(Stream<StackWalker.StackFrame> frames) {
                Iterator<StackWalker.StackFrame> all = frames.iterator();
                while (all.hasNext()) {
                    StackWalker.StackFrame frame = all.next();
                    if (frame.getDeclaringClass() == host) {
                        return LinkedCalls.place(frame.getMethodName() + frame.getDescriptor(), frame.getByteCodeIndex());
                    }
                }
                return null;
            }
        });
    }

    /** As {@code LinkedByName.key}. */
    private static String key(Class<?> host, String name, MethodType type, Object arguments) {
        StringBuilder key = new StringBuilder(name).append(CallSites.descriptor(type));
        Object[] all = arguments instanceof Object[] ? (Object[]) arguments : arguments == null ? new Object[0] : new Object[] {arguments};
        for (Object argument : all) {
            key.append('\n').append(text(host, argument));
        }
        return key.toString();
    }

    private static String text(Class<?> host, Object argument) {
        if (argument instanceof MethodHandle) {
            Object member = Access.call(argument, MethodHandle.class, "internalMemberName");
            Object type = Access.call(member, member.getClass(), (Boolean) Access.call(member, member.getClass(), "isField") ? "getFieldType" : "getMethodType");
            String text = type instanceof MethodType ? CallSites.descriptor((MethodType) type) : ((Class<?>) type).descriptorString();
            return Access.call(member, member.getClass(), "getName") + text;
        }
        if (argument instanceof MethodType) {
            return CallSites.descriptor((MethodType) argument);
        }
        return argument instanceof Class ? named((Class<?>) argument, host) : String.valueOf(argument);
    }

    private static String named(Class<?> type, Class<?> host) {
        return type == host ? internalName(host) : type.isArray() ? type.descriptorString() : type.getName().replace('.', '/');
    }
}
