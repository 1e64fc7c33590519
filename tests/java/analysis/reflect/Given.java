import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.AbstractList;

/** Calls by reflection of members that are not known, by what is passed to them. Each method that runs prints its name. */
public class Given {
    static void ran(String name) {
        System.out.println(name);
    }

    /** Public methods without arguments are called. */
    public static class Asked {
        public void none() {
            ran("Asked.none");
        }

        public void one(Object given) {
            ran("Asked.one");
        }

        void hidden() {
            ran("Asked.hidden");
        }

        public static void still() {
            ran("Asked.still");
        }
    }

    /** The array is the null constant. */
    public static class Nulls {
        public void none() {
            ran("Nulls.none");
        }

        public void one(Object given) {
            ran("Nulls.one");
        }
    }

    /** Of all that the class declares, those with one argument are called. */
    static class Declared {
        private void one(Object given) {
            ran("Declared.one");
        }

        private void none() {
            ran("Declared.none");
        }

        static void two(Object first, Object second) {
            ran("Declared.two");
        }
    }

    /** The array has none or one element, as the program is called, or is null. */
    public static class Ways {
        public void none() {
            ran("Ways.none");
        }

        public void one(Object given) {
            ran("Ways.one");
        }
    }

    /** The array is changed to null on one way. */
    public static class Later {
        public void none() {
            ran("Later.none");
        }

        public void one(Object given) {
            ran("Later.one");
        }
    }

    /** The array is the one of the round before, which the first round does not have. */
    public static class Before {
        public void none() {
            ran("Before.none");
        }

        public void one(Object given) {
            ran("Before.one");
        }
    }

    /** The array comes from elsewhere. */
    public static class Passed {
        public void none() {
            ran("Passed.none");
        }

        public void one(Object given) {
            ran("Passed.one");
        }
    }

    /** Constructors by their parameters. */
    public static class Built {
        public Built() {
            ran("Built.<init>");
        }

        Built(int number, Asked asked) {
            Shown.number();
        }

        Built(int number, Ways ways) {
            Shown.never();
        }

        Built(Asked asked) {
            Shown.never();
        }
    }

    static class Shown {
        static void number() {
            ran("Shown.number");
        }

        static void never() {
            ran("Shown.never");
        }
    }

    /** A method of the JDK is called by a name that no method of the program has. */
    static class Own extends AbstractList<Object> {
        @Override
        public Object get(int index) {
            ran("Own.get");
            return this;
        }

        @Override
        public int size() {
            ran("Own.size");
            return 1;
        }

        public void alone() {
            ran("Own.alone");
        }
    }

    /** The wrong number of arguments, where the class may be initialised all the same. */
    static class Wrong {
        static {
            ran("Wrong.<clinit>");
        }

        static void one(Object given) {
            ran("Wrong.one");
        }
    }

    /** Parameter types that are known in part. */
    public static class Partly {
        public void take(Asked given) {
            ran("Partly.take");
        }

        public void take(Nulls given) {
            ran("Partly.takeOther");
        }
    }

    static Object pass(Method method, Object receiver, Object... arguments) throws Exception {
        try {
            return method.invoke(receiver, arguments);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    static void publics() throws Exception {
        for (Method method : Asked.class.getMethods()) {
            if (method.getDeclaringClass() == Asked.class && method.getParameterCount() == 0) {
                method.invoke(new Asked());
            }
        }
        for (Method method : Nulls.class.getDeclaredMethods()) {
            if (method.getParameterCount() == 0) {
                method.invoke(new Nulls(), (Object[]) null);
            }
        }
        for (Method method : Declared.class.getDeclaredMethods()) {
            method.setAccessible(true);
            if (method.getParameterCount() == 1) {
                method.invoke(new Declared(), new Asked());
            }
        }
    }

    static void ways(boolean first) throws Exception {
        for (Method method : Ways.class.getDeclaredMethods()) {
            try {
                method.invoke(new Ways(), first ? new Object[1] : null);
            } catch (IllegalArgumentException e) {
                // the other number
            }
        }
        for (Method method : Later.class.getDeclaredMethods()) {
            Object[] arguments = new Object[1];
            if (first) {
                arguments = null;
            }
            try {
                method.invoke(new Later(), arguments);
            } catch (IllegalArgumentException e) {
                // the other number
            }
        }
        for (Method method : Before.class.getDeclaredMethods()) {
            rounds(method);
        }
        for (Method method : Passed.class.getDeclaredMethods()) {
            pass(method, new Passed());
            pass(method, new Passed(), new Asked());
        }
    }

    static void rounds(Method method) throws Exception {
        Object[] before = null;
        for (int round = 0; round < 2; round++) {
            Object[] next = new Object[1];
            try {
                method.invoke(new Before(), before);
            } catch (IllegalArgumentException e) {
                // the other number
            }
            before = next;
        }
    }

    static void constructors() throws Exception {
        Built.class.getConstructor().newInstance();
        Constructor<?> found = Built.class.getDeclaredConstructor(int.class, Asked.class);
        found.newInstance(1, null);
    }

    static void named(String name) throws Exception {
        Own.class.getMethod(name).invoke(new Own());
    }

    static void partly(Class<?> given) throws Exception {
        Partly.class.getMethod("take", given).invoke(new Partly(), given == Asked.class ? new Asked() : new Nulls());
    }

    public static void main(String[] args) throws Exception {
        publics();
        ways(true);
        ways(false);
        constructors();
        named("isEmpty");
        partly(Asked.class);
        partly(Nulls.class);
        try {
            Wrong.class.getDeclaredMethod("one", Object.class).invoke(null);
        } catch (IllegalArgumentException e) {
            ran("Given.main");
        } catch (InvocationTargetException e) {
            throw new AssertionError(e);
        }
    }
}
