package jcp.runtime.linking;

import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.jvm.LinkedByName;
import jcp.runtime.program.DefinedCalls;
import jcp.runtime.program.DefinedClasses;

/**
 * At a snapshot, the calls that the JVM has linked in classes that were defined at run time. The class file says of what a lambda was made, and what code a call shares with others
 * ({@link Rehearsal}).
 *
 * <p>Invariant: no class or type is made for that, since it would take hashes. Left out: what other bootstrap methods than the JDK's have linked, but for call sites that the
 * program holds ({@link HeldSites}).
 */
final class NotedSites {
    private NotedSites() {}

    static void note() {
        DefinedClasses.tell(new BiConsumer<Class<?>, byte[]>() {
            @Override
            public void accept(Class<?> type, byte[] file) {
                if (DefinedSites.any()) {
                    RestoredSites.note(type);
                }
                for (DefinedCalls.Call each : DefinedCalls.linked(type, file)) {
                    Class<?> made = each.isLambda() && each.key != null ? made(each) : null;
                    if (made != null) {
                        String[] recipe = recipe(type, each);
                        LambdaClasses.note(made, recipe, null);
                        DefinedClasses.isMadeAgain(made);
                        Rehearsal.noteCall("Lambdas", each.call.method, each.call.arguments.size());
                        Rehearsal.noteLambda(recipe[2], recipe[4], recipe[7], recipe);
                    } else if (!each.isLambda()) {
                        rehearse(type, each.call);
                    }
                }
            }
        });
    }

    /** The code that a call shares with others ({@link Rehearsal}). */
    private static void rehearse(Class<?> host, LinkedByName call) {
        List<String[]> args = call.arguments;
        if (call.owner.endsWith("StringConcatFactory") && !args.isEmpty()) {
            Rehearsal.noteCall("Linking", "makeConcatWithConstants", args.size());
            Rehearsal.noteConcatenation(call.descriptor, args.get(0)[1]);
        } else if (call.owner.endsWith("ObjectMethods")) {
            String[] types = new String[args.size() - 2];
            for (int i = 0; i < types.length; i++) {
                types[i] = args.get(2 + i)[3];
            }
            Rehearsal.noteCall("RecordMethods", "bootstrap", args.size());
            Rehearsal.noteRecord(call.name, ClassNames.of(host), args.get(1)[1], types);
        }
    }

    private static Class<?> made(DefinedCalls.Call call) {
        Object target = call.target instanceof CallSite ? ((CallSite) call.target).getTarget() : call.target;
        return target instanceof MethodHandle ? LambdaClasses.made((MethodHandle) target) : null;
    }

    /** As {@code Lambdas} has it; classes by the names that the host has for them, and the host itself by none. */
    private static String[] recipe(Class<?> host, DefinedCalls.Call linked) {
        List<String[]> args = linked.call.arguments;
        String[] body = args.get(1);
        int flags = args.size() > 3 ? Integer.parseInt(args.get(3)[1]) : 0;
        List<String> more = new ArrayList<>();
        int at = 4;
        int markers = (flags & LambdaMetafactory.FLAG_MARKERS) == 0 ? 0 : Integer.parseInt(args.get(at++)[1]);
        for (int i = 0; i < markers; i++) {
            more.add(args.get(at++)[1].replace('/', '.'));
        }
        int bridges = (flags & LambdaMetafactory.FLAG_BRIDGES) == 0 ? 0 : Integer.parseInt(args.get(at++)[1]);
        for (int i = 0; i < bridges; i++) {
            more.add(args.get(at++)[1]);
        }
        boolean isOwn = body[1].equals(RestoredSites.internalName(host));
        List<String> recipe = new ArrayList<>(List.of(ClassNames.of(host), linked.call.name, linked.call.descriptor, args.get(0)[1], body[0],
            isOwn ? "" : body[1].replace('/', '.'), body[2], body[3], args.get(2)[1], Integer.toString(flags), linked.key, Integer.toString(markers)));
        recipe.addAll(more);
        return recipe.toArray(new String[0]);
    }

    static void capture(Map<String, String[]> state) {
        List<String> texts = new ArrayList<>();
        DefinedClasses.tell(new BiConsumer<Class<?>, byte[]>() {
            @Override
            public void accept(Class<?> type, byte[] file) {
                for (DefinedCalls.Call each : DefinedCalls.linked(type, file)) {
                    Class<?> made = each.isLambda() ? made(each) : null;
                    texts.add(ClassNames.of(type));
                    texts.add(each.key);
                    texts.add(made == null ? "" : MadeClasses.describe(made));
                }
            }
        });
        HeldSites.capture(texts);
        if (!texts.isEmpty()) {
            state.put(DefinedSites.KEY, texts.toArray(new String[0]));
        }
    }
}
