/** Constructors in the chain: super, this, an inner and an anonymous class; final fields are assigned afterwards. */
public class Main {
    static class Base {
        protected final int size;
        private final String name;

        Base(String name) {
            this.name = name + "!";
            this.size = measure(name);
            System.out.println("base " + this.name + size);
        }

        int measure(String text) {
            System.out.println("before " + text);
            System.out.println("measuring " + text + name); // here
            return text.length();
        }
    }

    class Inner extends Base {
        final long factor;

        Inner(String name) {
            this(name, 3);
            System.out.println("inner " + size * factor + outerName);
        }

        Inner(String name, long factor) {
            super(name);
            this.factor = factor;
        }
    }

    final String outerName = "outer";

    public static void main(String[] args) {
        Main main = new Main();
        Inner inner = main.make("abc");
        System.out.println(inner.factor + inner.size);
    }

    Inner make(String text) {
        return new Inner(text) {
            final int extra = size + 1;

            @Override
            public String toString() {
                return "anonymous " + extra;
            }
        };
    }
}
