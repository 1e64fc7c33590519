import java.lang.reflect.Proxy;

/** A proxy of two interfaces is cast from one to the other. */
public class Proxied {
    static int level = 1;

    interface Named {
        String name();
    }

    interface Priced {
        int price();
    }

    static class Item implements Named, Priced {
        @Override
        public String name() {
            return "item";
        }

        @Override
        public int price() {
            return level;
        }
    }

    public static void main(String[] args) {
        level = 99;
        Item item = new Item();
        Named named = (Named) Proxy.newProxyInstance(Proxied.class.getClassLoader(), Item.class.getInterfaces(),
                (proxy, method, values) -> method.invoke(item, values));
        System.out.println("checkpoint"); // proxied
        System.out.println(named.name() + " " + ((Priced) named).price());
    }
}
