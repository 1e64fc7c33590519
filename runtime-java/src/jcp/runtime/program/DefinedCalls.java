package jcp.runtime.program;

import java.util.ArrayList;
import java.util.List;
import jcp.runtime.jvm.LinkedByName;
import jcp.runtime.jvm.LinkedCalls;

/**
 * The calls and constants of classes that were defined at run time which the JVM has linked by a bootstrap method: lambdas, strings that are joined, records
 * that are compared, switches. No hook stands at them in the capturing run, so the JVM's own notes tell which were linked.
 *
 * <p>Invariant: instructions that give their bootstrap method the same are told apart by their places in the code. What a method of
 * a language's run-time library has linked, the replay links again, as in the program's other classes, unless the program holds the call site.
 */
public final class DefinedCalls {
    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";
    /** What links calls that keep no object of the program. */
    private static final List<String> PLAIN = List.of("java/lang/invoke/StringConcatFactory", "java/lang/runtime/ObjectMethods", "java/lang/runtime/SwitchBootstraps");
    /** Constants that are the same object each time, or one that no program tells from another. */
    private static final List<String> KEPT = List.of("classData", "classDataAt", "primitiveClass", "nullConstant", "enumConstant", "getStaticFinal");

    /** Before a place. */
    public static final String PLACE = "\nat ";

    /** A call that was linked. */
    public static final class Call {
        public final LinkedByName call;
        public final Object target;
        /** What the bootstrap method was given, and where several are given the same, the place; null if that is not known. */
        public String key;

        Call(LinkedByName call, Object target) {
            this.call = call;
            this.target = target;
        }

        /** Whether a bootstrap method of the JDK has linked it. */
        public boolean isOfJdk() {
            return call.owner.startsWith("java/");
        }

        /** Whether it makes a function object. */
        public boolean isLambda() {
            return call.owner.equals(METAFACTORY);
        }
    }

    private DefinedCalls() {}

    /** Those of the class that the JDK has linked; none where that is not known. */
    public static List<Call> linked(Class<?> type, byte[] file) {
        List<LinkedByName> named = LinkedByName.of(file);
        List<LinkedCalls.Linked> all = named.isEmpty() ? List.of() : LinkedCalls.of(type);
        return all == null ? List.of() : linked(type, file, named, all);
    }

    /** Those that any bootstrap method has linked; null where that is not known. */
    public static List<Call> ofAny(Class<?> type, byte[] file) {
        List<LinkedByName> named = LinkedByName.of(file);
        List<LinkedCalls.Linked> all = named.isEmpty() ? List.of() : LinkedCalls.of(type);
        return all == null ? null : ofAny(type, file, named, all);
    }

    private static List<Call> linked(Class<?> type, byte[] file, List<LinkedByName> named, List<LinkedCalls.Linked> all) {
        List<Call> found = ofAny(type, file, named, all);
        for (int i = found.size() - 1; i >= 0; i--) {
            if (!found.get(i).isOfJdk()) {
                found.remove(i);
            }
        }
        return found;
    }

    private static List<Call> ofAny(Class<?> type, byte[] file, List<LinkedByName> named, List<LinkedCalls.Linked> all) {
        List<Integer> numbers = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        List<Call> found = new ArrayList<>();
        for (LinkedCalls.Linked each : all) {
            LinkedByName name = named(named, each.number);
            if (name != null && name.isCalled) {
                numbers.add(each.number);
                keys.add(name.key());
                found.add(new Call(name, each.target));
            }
        }
        List<String> places = null;
        for (int i = 0; i < keys.size(); i++) {
            found.get(i).key = keys.get(i);
            if (keys.indexOf(keys.get(i)) != keys.lastIndexOf(keys.get(i))) {
                places = places == null ? LinkedCalls.places(type, file, numbers) : places;
                found.get(i).key = places == null ? null : keys.get(i) + PLACE + shortest(i, keys, places, type.isHidden());
            }
        }
        for (int i = found.size() - 1; i >= 0; i--) {
            if (found.get(i).target == null) {
                found.remove(i);
            }
        }
        return found;
    }

    /** The method's name alone where that is enough: a stack trace tells it, in which hidden classes are not. */
    private static String shortest(int which, List<String> keys, List<String> places, boolean isHidden) {
        String place = places.get(which);
        String name = place.substring(0, place.indexOf('('));
        for (int i = 0; i < keys.size(); i++) {
            boolean isOther = i != which && keys.get(i).equals(keys.get(which));
            if (isHidden || isOther && places.get(i).startsWith(name + "(")) {
                return place;
            }
        }
        return name;
    }

    private static LinkedByName named(List<LinkedByName> all, int number) {
        for (LinkedByName each : all) {
            if (each.number == number) {
                return each;
            }
        }
        return null;
    }

    /** Why the replay cannot link them as they were; null if it can. */
    static String obstacle(Class<?> type, byte[] file) {
        List<LinkedByName> named = LinkedByName.of(file);
        List<LinkedCalls.Linked> all = named.isEmpty() ? List.of() : LinkedCalls.of(type);
        if (all == null) {
            return unknown(named);
        }
        for (LinkedCalls.Linked each : all) {
            LinkedByName name = named(named, each.number);
            if (each.target != null && name != null && !name.isCalled && !isKept(name)) {
                return "and has a dynamic constant that " + text(name) + " has made";
            }
        }
        for (Call each : linked(type, file, named, all)) {
            if (!each.isLambda() && !PLAIN.contains(each.call.owner)) {
                return "and has a call that " + text(each.call) + " has linked";
            }
            if (each.key == null) {
                return "and has several calls that make the same function object, of which the JVM does not tell which was linked";
            }
        }
        return null;
    }

    /** Where the JVM does not tell what was linked. */
    private static String unknown(List<LinkedByName> named) {
        for (LinkedByName each : named) {
            if (!each.isCalled || each.owner.startsWith("java/") && !PLAIN.contains(each.owner)) {
                return "and has lambdas or other calls that the JDK links, of which this JVM with this collector does not tell which were linked";
            }
        }
        return null;
    }

    private static boolean isKept(LinkedByName constant) {
        boolean ofJdk = constant.owner.equals("java/lang/invoke/MethodHandles") || constant.owner.equals("java/lang/invoke/ConstantBootstraps");
        if (!ofJdk || !constant.method.equals("invoke")) {
            return ofJdk && KEPT.contains(constant.method);
        }
        String called = constant.arguments.isEmpty() ? "" : constant.arguments.get(0)[1]; // labels of switches
        return called.startsWith("java/lang/constant/") || called.startsWith("java/lang/Enum$");
    }

    private static String text(LinkedByName linked) {
        return linked.owner.replace('/', '.') + "." + linked.method;
    }
}
