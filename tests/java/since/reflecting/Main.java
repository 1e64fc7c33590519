import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;

/** Reflects in many ways before its report starts: each analysis counts every method as run. */
public class Main {
    static final String TITLE = "the title"; // title
    static int seen;
    static final List<Object> FOUND = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        collect();
        System.out.println("collected " + FOUND.size());
        report(args.length); // call
        System.out.println("end " + seen); // last
    }

    static void collect() throws Exception {
        for (String name : System.getProperty("names", "Early Absent Lone").split(" ")) {
            try {
                FOUND.add(((Step) Class.forName(name).getDeclaredConstructor().newInstance()).run("c"));
            } catch (ClassNotFoundException e) {
                seen++;
            }
        }
        for (Method method : Looked.class.getDeclaredMethods()) {
            if (method.isAnnotationPresent(Wanted.class)) {
                FOUND.add(method.invoke(new Looked()));
            }
        }
        FOUND.add(Main.class.getResource("texts/Absent.class") == null);
        for (Runnable each : ServiceLoader.load(Runnable.class)) {
            each.run();
        }
        Supplier<String> made = () -> "made"; // lambda
        FOUND.add(made);
        FOUND.add(new Shown());
        Kind.SMALL.note();
    }

    static void report(int count) {
        System.out.println("start"); // start
        Step late = new Late();
        System.out.println(late.run("r") + TITLE);
        for (Object each : FOUND) {
            System.out.println(each instanceof Supplier ? ((Supplier<?>) each).get() : each);
        }
        System.out.println(tail() + count); // tail
    }

    static String tail() {
        return "tail " + Kind.valueOf("SMALL"); // body
    }
}

@Retention(RetentionPolicy.RUNTIME)
@interface Wanted {}

interface Step {
    String run(String text);
}

abstract class Base implements Step {
    static String shared() {
        return "base"; // shared
    }

    String common() {
        return "common"; // common
    }

    String unused() {
        return "unused";
    } // base
}

class Early extends Base {
    @Override
    public String run(String text) {
        return text + "early" + common() + shared2(); // early
    }

    static String shared2() {
        return Early.shared();
    } // below
}

class Lone extends Base {
    @Override
    public String run(String text) {
        return text + "lone";
    }
}

class Late extends Base {
    int calls; // calls

    @Override
    public String run(String text) {
        calls++;
        return text + "late" + calls; // late
    } // late
}

class Looked {
    static final int WEIGHT = 4;
    static final long serialVersionUID = 1;

    @Wanted
    String name() {
        return "looked";
    }

    void other() {
        System.out.println("other"); // other
    } // looked
}

class Shown {
    int size = 3;

    @Override
    public String toString() {
        return "shown " + size; // shown
    }
}

enum Kind {
    SMALL, // kinds
    LARGE;

    void note() {
        Main.seen++;
    }

    String again() {
        return name() + ordinal(); // again
    }
}
