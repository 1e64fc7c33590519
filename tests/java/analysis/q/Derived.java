package q;

public class Derived extends p.Base {
    public String local() {
        return "q.Derived.local";
    }
}
