package veiled;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What is hidden: it has static and own fields and an initialiser, and joins strings. */
class Veil extends ArrayList<String> implements Supplier<String> {
    static final List<Veil> ALL = new ArrayList<>();
    static int count = Hidden.begin();
    private final int number;
    private int asked;

    Veil() {
        ALL.add(this);
        number = ALL.size();
    }

    @Override
    public String get() {
        add("asked");
        return "class " + count + " object " + number + " of " + ALL.size() + " asked " + ++asked + " " + this + " " + (ALL.get(number - 1) == this);
    }
}
