import java.util.IdentityHashMap;
import java.util.Map;

/** Literals stay the same objects, other equal strings stay others. */
public class Main {
    static final String CONSTANT = "constant";
    static String later = "made " + CONSTANT.length();
    static final Map<String, Integer> BY_IDENTITY = new IdentityHashMap<>();

    public static void main(String[] args) {
        String literal = "literal";
        String copy = new String(literal);
        String interned = ("inter" + args.length + "ned").intern();
        BY_IDENTITY.put(literal, 1);
        BY_IDENTITY.put(copy, 2);
        System.out.println("before " + BY_IDENTITY.size());
        System.out.println(literal == "literal"); // here
        System.out.println(copy == literal);
        System.out.println(copy.equals(literal) + " " + copy.hashCode());
        System.out.println(CONSTANT == "constant");
        System.out.println(interned == "inter0ned");
        System.out.println(later + " " + (later == later.intern()));
        System.out.println(BY_IDENTITY.get("literal") + " " + BY_IDENTITY.get(copy) + " " + BY_IDENTITY.get(new String("x")));
        Integer small = 100;
        Object boxed = small;
        System.out.println(boxed == (Object) Integer.valueOf(100));
    }
}
