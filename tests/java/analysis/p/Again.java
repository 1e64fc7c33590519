package p;

public class Again extends q.Derived {
    @Override
    public String local() {
        return "p.Again.local";
    }
}
