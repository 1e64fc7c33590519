import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Classes and interfaces are initialised once, in their order: some before the checkpoint, some after it. */
public class Main {
    static int print(String what) {
        System.out.println("init " + what);
        return what.length();
    }

    interface WithDefault {
        int VALUE = print("WithDefault");

        default void run() {}
    }

    interface Plain {
        int VALUE = print("Plain");
    }

    static class Base {
        static int base = print("Base");
        int own = print("Base.own");

        String template(int times) {
            String text = "t" + times;
            text += hook(times);
            return text;
        }

        String hook(int times) {
            return "b";
        }
    }

    static class Late {
        static final String TEXT = new String("late" + print("Late"));
        static final String CONSTANT = "constant";
    }

    static class Sub extends Base implements WithDefault, Plain {
        static {
            print("Sub");
        }

        @Override
        String hook(int times) {
            System.out.println("before"); // here
            return super.hook(times) + Late.CONSTANT + own;
        }
    }

    static class Below extends Sub {
        static int size = print("Below") + Holder.LIST.size();
    }

    static class Holder {
        static final List<String> LIST = new ArrayList<>(List.of("" + print("Holder")));
    }

    enum Kind {
        ONE,
        TWO {
            @Override
            int number() {
                return print("TWO");
            }
        };

        static final Map<String, Kind> BY_NAME = new HashMap<>();

        static {
            for (Kind kind : values()) {
                BY_NAME.put(kind.name(), kind);
            }
        }

        int number() {
            return 1;
        }
    }

    public static void main(String[] args) {
        Base sub = new Sub();
        System.out.println(sub.template(2));
        System.out.println(Plain.VALUE + Late.TEXT);
        new Below();
        System.out.println(Below.size + Kind.BY_NAME.get("TWO").number());
        switch (Kind.valueOf("ONE")) {
            case ONE:
                System.out.println("one");
                break;
            default:
                System.out.println("other");
        }
    }
}
