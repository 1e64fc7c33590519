import java.beans.PropertyChangeListener;
import java.beans.PropertyChangeSupport;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ArrayList;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Classes that are reflected on before the checkpoint, on both sides of it and only after it, as keys of a table: getters and fields are
 * looked up by name and called more often than what calls them is native code. The objects hold listeners and a logger.
 */
public class Main {
    static final Map<Class<?>, Map<String, Member>> MEMBERS = new HashMap<>();
    static final List<Object> HELD = new ArrayList<>();

    public abstract static class Base {
        private final PropertyChangeSupport support = new PropertyChangeSupport(this);
        private final Logger log = Logger.getLogger("bases." + getClass().getSimpleName());
        private final PropertyChangeListener listener = event -> log.log(Level.FINE, "changed {0}", event.getNewValue());

        protected Base() {
            support.addPropertyChangeListener(listener);
            support.firePropertyChange("made", null, getClass());
        }
    }

    public static class C0 extends Base {
        public Object v = 0;
        public C3 next;
        public Object getName() { return "n0"; }
        public boolean isBig() { return false; }
        public C1 other(C5 x) { return null; }
    }

    public static class C1 extends Base {
        public Object v = 1;
        public C10 next;
        public Object getName() { return "n1"; }
        public boolean isBig() { return true; }
        public C2 other(C6 x) { return null; }
    }

    public static class C2 extends Base {
        public Object v = 2;
        public C17 next;
        public Object getName() { return "n2"; }
        public boolean isBig() { return true; }
        public C3 other(C7 x) { return null; }
    }

    public static class C3 extends Base {
        public Object v = 3;
        public C24 next;
        public Object getName() { return "n3"; }
        public boolean isBig() { return false; }
        public C4 other(C8 x) { return null; }
    }

    public static class C4 extends Base {
        public Object v = 4;
        public C31 next;
        public Object getName() { return "n4"; }
        public boolean isBig() { return true; }
        public C5 other(C9 x) { return null; }
    }

    public static class C5 extends Base {
        public Object v = 5;
        public C38 next;
        public Object getName() { return "n5"; }
        public boolean isBig() { return true; }
        public C6 other(C10 x) { return null; }
    }

    public static class C6 extends Base {
        public Object v = 6;
        public C5 next;
        public Object getName() { return "n6"; }
        public boolean isBig() { return false; }
        public C7 other(C11 x) { return null; }
    }

    public static class C7 extends Base {
        public Object v = 7;
        public C12 next;
        public Object getName() { return "n7"; }
        public boolean isBig() { return true; }
        public C8 other(C12 x) { return null; }
    }

    public static class C8 extends Base {
        public Object v = 8;
        public C19 next;
        public Object getName() { return "n8"; }
        public boolean isBig() { return true; }
        public C9 other(C13 x) { return null; }
    }

    public static class C9 extends Base {
        public Object v = 9;
        public C26 next;
        public Object getName() { return "n9"; }
        public boolean isBig() { return false; }
        public C10 other(C14 x) { return null; }
    }

    public static class C10 extends Base {
        public Object v = 10;
        public C33 next;
        public Object getName() { return "n10"; }
        public boolean isBig() { return true; }
        public C11 other(C15 x) { return null; }
    }

    public static class C11 extends Base {
        public Object v = 11;
        public C0 next;
        public Object getName() { return "n11"; }
        public boolean isBig() { return true; }
        public C12 other(C16 x) { return null; }
    }

    public static class C12 extends Base {
        public Object v = 12;
        public C7 next;
        public Object getName() { return "n12"; }
        public boolean isBig() { return false; }
        public C13 other(C17 x) { return null; }
    }

    public static class C13 extends Base {
        public Object v = 13;
        public C14 next;
        public Object getName() { return "n13"; }
        public boolean isBig() { return true; }
        public C14 other(C18 x) { return null; }
    }

    public static class C14 extends Base {
        public Object v = 14;
        public C21 next;
        public Object getName() { return "n14"; }
        public boolean isBig() { return true; }
        public C15 other(C19 x) { return null; }
    }

    public static class C15 extends Base {
        public Object v = 15;
        public C28 next;
        public Object getName() { return "n15"; }
        public boolean isBig() { return false; }
        public C16 other(C20 x) { return null; }
    }

    public static class C16 extends Base {
        public Object v = 16;
        public C35 next;
        public Object getName() { return "n16"; }
        public boolean isBig() { return true; }
        public C17 other(C21 x) { return null; }
    }

    public static class C17 extends Base {
        public Object v = 17;
        public C2 next;
        public Object getName() { return "n17"; }
        public boolean isBig() { return true; }
        public C18 other(C22 x) { return null; }
    }

    public static class C18 extends Base {
        public Object v = 18;
        public C9 next;
        public Object getName() { return "n18"; }
        public boolean isBig() { return false; }
        public C19 other(C23 x) { return null; }
    }

    public static class C19 extends Base {
        public Object v = 19;
        public C16 next;
        public Object getName() { return "n19"; }
        public boolean isBig() { return true; }
        public C20 other(C24 x) { return null; }
    }

    public static class C20 extends Base {
        public Object v = 20;
        public C23 next;
        public Object getName() { return "n20"; }
        public boolean isBig() { return true; }
        public C21 other(C25 x) { return null; }
    }

    public static class C21 extends Base {
        public Object v = 21;
        public C30 next;
        public Object getName() { return "n21"; }
        public boolean isBig() { return false; }
        public C22 other(C26 x) { return null; }
    }

    public static class C22 extends Base {
        public Object v = 22;
        public C37 next;
        public Object getName() { return "n22"; }
        public boolean isBig() { return true; }
        public C23 other(C27 x) { return null; }
    }

    public static class C23 extends Base {
        public Object v = 23;
        public C4 next;
        public Object getName() { return "n23"; }
        public boolean isBig() { return true; }
        public C24 other(C28 x) { return null; }
    }

    public static class C24 extends Base {
        public Object v = 24;
        public C11 next;
        public Object getName() { return "n24"; }
        public boolean isBig() { return false; }
        public C25 other(C29 x) { return null; }
    }

    public static class C25 extends Base {
        public Object v = 25;
        public C18 next;
        public Object getName() { return "n25"; }
        public boolean isBig() { return true; }
        public C26 other(C30 x) { return null; }
    }

    public static class C26 extends Base {
        public Object v = 26;
        public C25 next;
        public Object getName() { return "n26"; }
        public boolean isBig() { return true; }
        public C27 other(C31 x) { return null; }
    }

    public static class C27 extends Base {
        public Object v = 27;
        public C32 next;
        public Object getName() { return "n27"; }
        public boolean isBig() { return false; }
        public C28 other(C32 x) { return null; }
    }

    public static class C28 extends Base {
        public Object v = 28;
        public C39 next;
        public Object getName() { return "n28"; }
        public boolean isBig() { return true; }
        public C29 other(C33 x) { return null; }
    }

    public static class C29 extends Base {
        public Object v = 29;
        public C6 next;
        public Object getName() { return "n29"; }
        public boolean isBig() { return true; }
        public C30 other(C34 x) { return null; }
    }

    public static class C30 extends Base {
        public Object v = 30;
        public C13 next;
        public Object getName() { return "n30"; }
        public boolean isBig() { return false; }
        public C31 other(C35 x) { return null; }
    }

    public static class C31 extends Base {
        public Object v = 31;
        public C20 next;
        public Object getName() { return "n31"; }
        public boolean isBig() { return true; }
        public C32 other(C36 x) { return null; }
    }

    public static class C32 extends Base {
        public Object v = 32;
        public C27 next;
        public Object getName() { return "n32"; }
        public boolean isBig() { return true; }
        public C33 other(C37 x) { return null; }
    }

    public static class C33 extends Base {
        public Object v = 33;
        public C34 next;
        public Object getName() { return "n33"; }
        public boolean isBig() { return false; }
        public C34 other(C38 x) { return null; }
    }

    public static class C34 extends Base {
        public Object v = 34;
        public C1 next;
        public Object getName() { return "n34"; }
        public boolean isBig() { return true; }
        public C35 other(C39 x) { return null; }
    }

    public static class C35 extends Base {
        public Object v = 35;
        public C8 next;
        public Object getName() { return "n35"; }
        public boolean isBig() { return true; }
        public C36 other(C0 x) { return null; }
    }

    public static class C36 extends Base {
        public Object v = 36;
        public C15 next;
        public Object getName() { return "n36"; }
        public boolean isBig() { return false; }
        public C37 other(C1 x) { return null; }
    }

    public static class C37 extends Base {
        public Object v = 37;
        public C22 next;
        public Object getName() { return "n37"; }
        public boolean isBig() { return true; }
        public C38 other(C2 x) { return null; }
    }

    public static class C38 extends Base {
        public Object v = 38;
        public C29 next;
        public Object getName() { return "n38"; }
        public boolean isBig() { return true; }
        public C39 other(C3 x) { return null; }
    }

    public static class C39 extends Base {
        public Object v = 39;
        public C36 next;
        public Object getName() { return "n39"; }
        public boolean isBig() { return false; }
        public C0 other(C4 x) { return null; }
    }

    static Object get(Object o, String property) throws Exception {
        Map<String, Member> known = MEMBERS.computeIfAbsent(o.getClass(), c -> new LinkedHashMap<>());
        Member member = known.get(property);
        if (member == null) {
            known.put(property, member = find(o.getClass(), Character.toUpperCase(property.charAt(0)) + property.substring(1), property));
        }
        return member instanceof Method ? ((Method) member).invoke(o) : ((Field) member).get(o);
    }

    static Member find(Class<?> type, String capital, String property) throws Exception {
        for (String prefix : new String[] {"get", "is"}) {
            try {
                return type.getMethod(prefix + capital);
            } catch (NoSuchMethodException e) {
                continue;
            }
        }
        return type.getField(property);
    }

    static int work(int from, int to) throws Exception {
        StringBuilder all = new StringBuilder();
        for (int round = 0; round < 30; round++) {
            for (int i = from; i < to; i++) {
                Object o = Class.forName("Main$C" + i).getDeclaredConstructor().newInstance();
                all.append(get(o, "name")).append(get(o, "big")).append(get(o, "v"));
                if (round == 0) {
                    HELD.add(o);
                }
            }
        }
        return all.toString().hashCode();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(work(0, 20));
        later();
    }

    static void later() throws Exception {
        System.out.println("here"); // here
        System.out.println(work(10, 40));
        StringBuilder order = new StringBuilder();
        for (Class<?> type : MEMBERS.keySet()) {
            order.append(type.getSimpleName()).append(' ');
        }
        System.out.println(order);
        System.out.println(System.identityHashCode(new Object()));
    }
}
