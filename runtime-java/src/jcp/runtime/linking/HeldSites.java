package jcp.runtime.linking;

import java.io.IOException;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.jvm.LinkedCalls;
import jcp.runtime.jvm.LoadedClasses;
import jcp.runtime.program.ClassChanges;
import jcp.runtime.program.DefinedCalls;
import jcp.runtime.program.DefinedClasses;

/**
 * Call sites that an object of the program holds and that the JVM has linked to instructions of the program, as run-time libraries of languages do with those that their bootstrap methods
 * have made. The replay links such an instruction to the captured call site, and does not call the bootstrap method again: so what the program does with the site concerns the instruction.
 *
 * <p>Invariants: an instruction is told by what its bootstrap method is given, and by its place where several are given the same. Left out: instructions of classes on the class path of which several are
 * given the same, since a method of the chain has its instructions at other places in the replay.
 */
public final class HeldSites {
    /** In the place of what is said of a lambda's class. */
    static final String HELD = "held";
    private static final Class<?> INVOKERS = Access.jdk("java.lang.invoke.Invokers");

    /** An instruction of the program that is linked. */
    private static final class Instruction {
        final Object target;
        final Class<?> host;
        /** Null if it is not known which one it is. */
        final String key;

        Instruction(Object target, Class<?> host, String key) {
            this.target = target;
            this.host = host;
            this.key = key;
        }
    }

    /** At a snapshot, when a call site is met: all instructions; null if that is not known. */
    private static List<Instruction> instructions;
    /** Those of the call sites that were asked for. */
    private static final List<Instruction> ASKED = new ArrayList<>();

    private HeldSites() {}

    /** Before objects are looked at. */
    public static void begin() {
        ASKED.clear();
        instructions = new ArrayList<>();
        if (DefinedSites.isState) {
            return;
        }
        DefinedSites.held = true;
        DefinedClasses.tell(new BiConsumer<Class<?>, byte[]>() {
            @Override
            public void accept(Class<?> type, byte[] file) {
                add(type, DefinedCalls.ofAny(type, file), true);
            }
        });
        for (Class<?> type : LoadedClasses.ofProgram()) {
            if (instructions != null && !DefinedClasses.isDefined(type)) {
                ofClassPath(type);
            }
        }
    }

    private static void ofClassPath(Class<?> type) {
        List<LinkedCalls.Linked> linked = LinkedCalls.of(type);
        boolean isAny = linked == null;
        for (LinkedCalls.Linked each : isAny ? List.<LinkedCalls.Linked>of() : linked) {
            isAny |= isOfOthers(each.target);
        }
        if (!isAny) {
            return; // no file needs to be asked for
        }
        try {
            add(type, DefinedCalls.ofAny(type, ClassChanges.file(type)), false);
        } catch (ReflectiveOperationException | IOException | LinkageError | UnsupportedOperationException e) {
            instructions = null;
        }
    }

    private static boolean isOfOthers(Object target) {
        return target instanceof CallSite || target instanceof MethodHandle && LambdaClasses.made((MethodHandle) target) == null;
    }

    private static void add(Class<?> type, List<DefinedCalls.Call> calls, boolean hasPlaces) {
        if (calls == null || instructions == null) {
            instructions = null;
            return;
        }
        for (DefinedCalls.Call each : calls) {
            if (!each.isOfJdk() && !each.call.owner.startsWith("jcp/runtime/")) {
                boolean isTold = each.key != null && (hasPlaces || !each.key.contains(DefinedCalls.PLACE));
                instructions.add(new Instruction(each.target, type, isTold ? each.key : null));
            }
        }
    }

    /** The instructions that are linked to the site, each by its class and key in turn; null if that is not known. */
    public static String[] of(CallSite site) {
        if (instructions == null) {
            return null;
        }
        Object target = site instanceof ConstantCallSite ? Access.getField(site, CallSite.class, "target") : site;
        List<String> found = new ArrayList<>();
        for (Instruction each : instructions) {
            if (each.target == target) {
                if (each.key == null) {
                    return null;
                }
                ASKED.add(each);
                found.add(ClassNames.of(each.host));
                found.add(each.key);
            }
        }
        return found.toArray(new String[0]);
    }

    /** The instructions of the sites that were asked for. */
    static void capture(List<String> texts) {
        for (Instruction each : ASKED) {
            texts.add(ClassNames.of(each.host));
            texts.add(each.key);
            texts.add(HELD);
        }
    }

    /** In a replay: the instructions are linked to the site when the JVM comes to them. */
    public static void hold(CallSite site, String[] found) throws IOException {
        try {
            for (int i = 0; i + 1 < found.length; i += 2) {
                RestoredSites.hold(ClassNames.find(found[i], false), found[i + 1], site);
            }
        } catch (ClassNotFoundException e) {
            throw new IOException("jcp cannot find the class of a call site, " + e.getMessage() + "; report this as an error of jcp", e);
        }
        if (found.length > 0 && !JdkLinking.redirects()) {
            throw new IOException("this JVM does not let jcp link instructions to the call sites that the checkpoint has; allow agents (-XX:+EnableDynamicAgentLoading)");
        }
    }

    /** As the JDK links an instruction to the site that a bootstrap method has given. */
    static Object link(CallSite site, MethodType type, Object[] appendix, HashGenerator before) {
        boolean isConstant = site instanceof ConstantCallSite;
        appendix[0] = isConstant ? site.getTarget() : site;
        Object member = Access.call(null, INVOKERS, isConstant ? "linkToTargetMethod" : "linkToCallSiteMethod", type);
        Relinked.compile(site.getTarget());
        HashGenerator.set(before);
        return member;
    }
}
