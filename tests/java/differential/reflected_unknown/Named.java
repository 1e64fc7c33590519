import java.lang.reflect.Method;

/** Methods of the JDK, overridden in the program, are called by names that are computed. */
public class Named {
    static int level = 1;

    static class Item implements Comparable<Item> {
        @Override
        public int compareTo(Item other) {
            return level;
        }
    }

    static class Text {
        @Override
        public String toString() {
            return "text at " + level;
        }
    }

    public static void main(String[] args) throws Exception {
        level = 99;
        System.out.println("checkpoint"); // named
        Method compare = Comparable.class.getMethod("compare".concat(args.length == 0 ? "To" : ""), Object.class);
        System.out.println(compare.invoke(new Item(), new Item()));
        Method shows = Object.class.getMethod("toString".substring(args.length));
        System.out.println(shows.invoke(new Text()));
    }
}
