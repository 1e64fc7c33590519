import java.math.RoundingMode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Tables keyed by classes and enum constants, and objects that are hashed before and after the checkpoint. */
public class Hashes {
    enum Colour { RED, GREEN, BLUE, WHITE, BLACK }

    static class A {}

    static class B extends A {}

    static class C extends B {}

    static final Map<Class<?>, String> BY_CLASS = new HashMap<>();
    static final Map<Object, String> BY_CONSTANT = new HashMap<>();
    static final Map<Object, Integer> BY_IDENTITY = new IdentityHashMap<>();
    static final Set<Object> JDK = new HashSet<>();

    public static void main(String[] args) {
        for (Class<?> type : new Class<?>[] {A.class, B.class, C.class, Hashes.class, int[].class, A[].class, Colour.class}) {
            BY_CLASS.put(type, type.getName());
            BY_IDENTITY.put(type, BY_IDENTITY.size());
        }
        for (Colour colour : Colour.values()) {
            BY_CONSTANT.put(colour, colour.name());
            BY_IDENTITY.put(colour, BY_IDENTITY.size());
        }
        JDK.addAll(Arrays.asList(Thread.State.values()));
        JDK.addAll(Arrays.asList(TimeUnit.values()));
        JDK.addAll(List.of(String.class, Integer.class, List.class, int.class, void.class, Map.Entry.class, Object[].class, RoundingMode.UP));
        List<String> orders = List.of(BY_CLASS.toString(), BY_CONSTANT.toString(), BY_IDENTITY.toString(), JDK.toString());
        Map<Object, Integer> hashes = new LinkedHashMap<>();
        for (Map<?, ?> map : List.of(BY_CLASS, BY_CONSTANT, BY_IDENTITY)) {
            map.keySet().forEach(key -> hashes.put(key, System.identityHashCode(key)));
        }
        JDK.forEach(key -> hashes.put(key, System.identityHashCode(key)));
        after(orders, hashes);
    }

    static void after(List<String> orders, Map<Object, Integer> hashes) {
        System.out.println("before");
        for (Object fresh : new Object[] {new Object(), new A(), Hashes.class, new int[0]}) { // here
            System.out.println(fresh.hashCode());
        }
        System.out.println(orders.equals(List.of(BY_CLASS.toString(), BY_CONSTANT.toString(), BY_IDENTITY.toString(), JDK.toString())));
        int same = 0;
        for (Map.Entry<Object, Integer> each : hashes.entrySet()) {
            same += System.identityHashCode(each.getKey()) == each.getValue() ? 1 : 0;
        }
        System.out.println(same + " of " + hashes.size());
        System.out.println(BY_CLASS.get(B.class) + BY_CONSTANT.get(Colour.WHITE) + BY_IDENTITY.get(Colour.RED) + JDK.contains(RoundingMode.UP)
            + JDK.contains(TimeUnit.DAYS) + JDK.contains(RoundingMode.DOWN));
        Set<Object> copy = new HashSet<>(JDK);
        System.out.println(copy.toString().equals(new HashSet<>(JDK).toString()) + " " + copy.equals(JDK));
        System.out.println(BY_CLASS + " " + BY_CONSTANT + " " + BY_IDENTITY + " " + JDK);
    }
}
