import java.util.function.Supplier;

/** What is copied: its copies have their own statics, and initialisers that are to run once. */
class Maker0 implements Supplier<String> {
    static final Object LOCK = new Object();
    static final String TEXT = "literal";
    static String last = "none";
    static int count = Defined.begin();
    private int calls;

    @Override
    public String get() {
        last = getClass().getName() + " " + ++calls;
        Defined.told += calls;
        synchronized (LOCK) {
            return last + " of class " + count + (TEXT == "literal") + (text() == "of " + "maker");
        }
    }

    Object text() {
        return "of maker";
    }

    static String lastOne() {
        return last;
    }
}
