package jcp.runtime.program;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.jar.JarFile;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.BootJars;
import jcp.runtime.jvm.ClassFiles;
import jcp.runtime.jvm.KeptFiles;
import jcp.runtime.jvm.LaunchProperties;
import jcp.runtime.jvm.Lookups;
import jcp.runtime.jvm.OwnFiles;
import jcp.runtime.jvm.PrivateFile;
import jcp.runtime.report.Problem;
import jdk.internal.misc.VM;

/**
 * Agents that the program has loaded into its own JVM ({@code java.lang.instrument}), as Mockito and Byte Buddy do. The replay has the JDK make an
 * {@code Instrumentation} for each that a checkpoint has, gives it its transformers when all else is restored, and appends the jars
 * that the boot loader and the class path had got.
 *
 * <p>The JVM alone knows all agents. Those with transformers are found as it asks them for a class: for that moment the JDK's method that it calls
 * notes the agent and changes nothing. While the snapshot is taken, transformers rest: no code of the program runs for the runtime's own classes.
 *
 * <p>Left out, and refused: agents where the launch names one ({@code -javaagent}), whose classes run before the first hook. An
 * agent without transformers that nothing captured holds is forgotten, since nothing can come of it.
 */
public final class Agents {
    private static final String BOOT = "jars of the boot loader";
    static final String PATH = "entries of the class path";
    private static final String BETWEEN = "java/lang/invoke/JcpAgents";
    private static final String TRANSFORM = "(Ljava/lang/Module;Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/lang/Class;Ljava/security/ProtectionDomain;[BZ)[B";
    /** The two fields with what has an agent's transformers; the second is of those that may be asked again. */
    private static final String[] MANAGERS = {"mTransformerManager", "mRetransfomableTransformerManager"};
    private static final String[] SWITCHES = {"setHasTransformers", "setHasRetransformableTransformers"};
    /** What says of an agent what it may do. */
    private static final String[] RIGHTS = {"mEnvironmentSupportsRedefineClasses", "mEnvironmentSupportsRetransformClasses", "mEnvironmentSupportsNativeMethodPrefix"};

    /** What is called for each agent. */
    private static Class<?> between;
    /** Those of the snapshot under way that have transformers, each with its two managers. */
    private static List<Object[]> active = List.of();
    private static boolean isLaunched;
    /** Those that were there when a root below main was entered: the replay's frames above it load them. */
    private static final List<WeakReference<Object>> STANDING = new ArrayList<>();
    /** Why agents are not known; null if they are. */
    private static String unknown;
    /** In the replay: those that have got their transformers. */
    private static final List<Object> COMPLETE = new ArrayList<>();

    private Agents() {}

    /** Whether the launch has named an agent. */
    public static boolean launched() {
        return isLaunched;
    }

    /** At the entry of a root below main. */
    static void entered() {
        STANDING.clear();
        if (isLaunchArgument()) {
            return;
        }
        note();
        putBack();
        for (Object[] agent : active) {
            STANDING.add(new WeakReference<>(agent[0]));
        }
        active = List.of();
    }

    /** Finds them; from here to {@link #putBack} their transformers rest. */
    static void note() {
        active = List.of();
        unknown = null;
        try {
            isLaunched = isLaunchArgument();
            active = find();
            for (Object[] agent : active) {
                setManagers(agent[0], null, null);
            }
        } catch (ReflectiveOperationException | IOException | LinkageError | IllegalStateException e) {
            unknown = e.toString();
        }
    }

    private static boolean isLaunchArgument() {
        String[] all = VM.getRuntimeArguments(); // null if the launch had none
        for (String each : all == null ? new String[0] : all) {
            if (each.startsWith("-javaagent:") || each.startsWith("-agentlib:instrument")) {
                return true;
            }
        }
        return false;
    }

    /** Has the JVM ask all agents for a class. */
    private static List<Object[]> find() throws ReflectiveOperationException, IOException {
        Class<?> type = Class.forName(ClassChanges.IMPLEMENTATION, false, null);
        ClassChanges.load();
        byte[] file = OwnFiles.read("JcpAgents.bin");
        if (between == null) {
            between = Lookups.in(MethodHandles.class).defineClass(file);
        }
        Met met = new Met();
        Access.setField(null, between, "jcpMet", met);
        HandOver over = new HandOver();
        ClassChanges.change(type, over);
        boolean expected = KeptFiles.isAsExpected(type, over.length);
        try {
            ClassChanges.redefine(List.of(between), List.of(file));
        } finally {
            ClassChanges.change(type, over); // the JDK's own method is there again, as nothing changes it
            Access.setField(null, between, "jcpMet", null);
        }
        if (!expected) {
            throw new IllegalStateException("this JVM keeps the files of changed classes in another place");
        }
        return met.agents;
    }

    private static final class HandOver implements Function<byte[], byte[]> {
        int length;

        @Override
        public byte[] apply(byte[] own) {
            length = own.length;
            return ClassFiles.handedOver(own, "transform", List.of(TRANSFORM), BETWEEN, "jcpAsk", "(Ljava/lang/Object;Ljava/lang/Object;)[B");
        }
    }

    private static final class Met implements Function<Object, Object> {
        final List<Object[]> agents = new ArrayList<>();

        @Override
        public Object apply(Object agent) {
            boolean known = ClassChanges.isOwn(agent);
            for (Object[] each : agents) {
                known |= each[0] == agent;
            }
            if (!known) {
                agents.add(new Object[] {agent, manager(agent, 0), manager(agent, 1)});
            }
            return null;
        }
    }

    private static Object manager(Object agent, int which) {
        return Access.getField(agent, agent.getClass(), MANAGERS[which]);
    }

    private static void setManagers(Object agent, Object one, Object other) {
        Access.setField(agent, agent.getClass(), MANAGERS[0], one);
        Access.setField(agent, agent.getClass(), MANAGERS[1], other);
    }

    /** What stands in the way. */
    static void check(List<Problem> problems) {
        if (unknown != null) {
            problems.add(new Problem(ClassChanges.IMPLEMENTATION, "the program has loaded an agent into its JVM, and jcp cannot tell what that has changed: "
                + unknown, "load the agent after the checkpoint"));
        }
    }

    /** The agents with transformers, which are roots: nothing else may lead to them. None are where the replay's launch loads them. */
    public static List<Object> roots() {
        List<Object> found = new ArrayList<>();
        for (Object[] agent : isLaunched ? List.<Object[]>of() : active) {
            if (!stands(agent[0])) {
                found.add(agent[0]);
            }
        }
        return found;
    }

    private static boolean stands(Object agent) {
        boolean stands = false;
        for (WeakReference<Object> each : STANDING) {
            stands |= each.get() == agent;
        }
        return stands;
    }

    /** The agents with transformers that were there when a root below main was entered. */
    static List<Object> standing() {
        List<Object> found = new ArrayList<>();
        for (Object[] agent : active) {
            if (stands(agent[0])) {
                found.add(agent[0]);
            }
        }
        return found;
    }

    /** What has the agent's transformers, of one of two sorts; null if nothing has. */
    public static Object transformers(Object agent, int which) {
        for (Object[] each : active) {
            if (each[0] == agent) {
                return each[1 + which];
            }
        }
        return manager(agent, which);
    }

    /** What the agent may do. */
    public static String[] rights(Object agent) {
        String[] found = new String[RIGHTS.length];
        for (int i = 0; i < found.length; i++) {
            String right = i == 1 ? "isRetransformClassesSupported" : null;
            Object may = right == null ? Access.getField(agent, agent.getClass(), RIGHTS[i]) : Access.call(agent, agent.getClass(), right);
            found[i] = may.toString();
        }
        return found;
    }

    /** In the replay: an agent that may do so much, without transformers. */
    public static Object make(String[] rights, int from) throws ReflectiveOperationException {
        Instrumentation made;
        try {
            made = ClassChanges.another();
        } catch (IOException e) {
            throw new IllegalStateException("no agent can be loaded: " + e.getMessage(), e);
        }
        Access.setField(made, made.getClass(), "mEnvironmentSupportsRetransformClassesKnown", true);
        for (int i = 0; i < RIGHTS.length; i++) {
            Access.setField(made, made.getClass(), RIGHTS[i], Boolean.valueOf(rights[from + i]));
        }
        return made;
    }

    /** Gives it its transformers, which the JVM does not ask before {@link #restoreLate}. */
    public static void complete(Object agent, Object one, Object other) {
        setManagers(agent, one, other);
        COMPLETE.add(agent);
    }

    static void capture(Map<String, String[]> state) {
        if (isLaunched) {
            return;
        }
        try {
            List<String> jars = BootJars.appended();
            if (!jars.isEmpty()) {
                state.put(BOOT, jars.toArray(new String[0]));
            }
        } catch (IOException e) {
            throw new IllegalStateException("the jars of the boot loader cannot be read: " + e.getMessage(), e);
        }
        List<String> path = new ArrayList<>();
        for (Object each : path()) {
            path.add(each.toString());
        }
        state.put(PATH, path.toArray(new String[0]));
    }

    private static List<?> path() {
        Class<?> type = Access.jdk("jdk.internal.loader.URLClassPath");
        Object all = ClassPath.searched();
        return all == null || !Access.hasField(type, "path") ? List.of() : new ArrayList<>((List<?>) Access.getField(all, type, "path"));
    }

    static void putBack() {
        for (Object[] agent : active) {
            setManagers(agent[0], agent[1], agent[2]);
        }
    }

    /** The boot loader's classes are defined next; what it finds later is in its jars. */
    static void restoreEarly(Map<String, String[]> state) throws ReflectiveOperationException, IOException {
        String[] jars = state.remove(BOOT);
        for (int i = 0; jars != null && i + 1 < jars.length; i += 2) {
            append(new File(jars[i]), jars[i + 1].getBytes(StandardCharsets.ISO_8859_1));
        }
        String[] path = state.remove(PATH);
        for (int i = 0; path != null && i < path.length; i++) {
            addToPath(path[i]);
        }
    }

    /** The JVM opens the jar at once and keeps it open. */
    private static void append(File where, byte[] content) throws ReflectiveOperationException, IOException {
        ClassChanges.load();
        boolean isThere = where.isFile() && where.length() == content.length;
        File jar = isThere ? where : new File(LaunchProperties.get("java.io.tmpdir"), "jcp-" + Long.toHexString(System.nanoTime()) + ".jar");
        if (!isThere) {
            PrivateFile.write(jar, content);
        }
        boolean warned = BootJars.warn(false);
        try (JarFile opened = new JarFile(jar)) {
            ClassChanges.appendToBoot(opened);
        } finally {
            BootJars.warn(warned);
            if (!isThere) {
                jar.delete();
            }
        }
    }

    /** An entry that the class path has already is passed over, as is the jar that jcp has written. */
    private static void addToPath(String entry) throws MalformedURLException {
        Object all = ClassPath.searched();
        boolean has = all == null || entry.equals(OwnFiles.location().toString());
        for (Object each : has ? List.of() : path()) {
            has |= each.toString().equals(entry);
        }
        if (!has) {
            Access.call(all, Access.jdk("jdk.internal.loader.URLClassPath"), "addURL", new URL(entry));
        }
    }

    /** The JVM asks the agents from now on. */
    static void restoreLate() {
        for (Object agent : COMPLETE) {
            for (int which = 0; which < MANAGERS.length; which++) {
                Object manager = manager(agent, which);
                if (manager == null) {
                    continue;
                }
                Object number = Access.getField(agent, agent.getClass(), "mNativeAgent");
                boolean has = (Integer) Access.call(manager, manager.getClass(), "getTransformerCount") > 0;
                Access.call(agent, agent.getClass(), SWITCHES[which], number, has);
                String[] prefixes = (String[]) Access.call(manager, manager.getClass(), "getNativeMethodPrefixes");
                boolean hasPrefix = false;
                for (String each : prefixes) {
                    hasPrefix |= each != null;
                }
                if (hasPrefix) {
                    Access.call(agent, agent.getClass(), "setNativeMethodPrefixes", number, prefixes, which == 1);
                }
            }
        }
        COMPLETE.clear();
    }
}
