package p;

public class Base {
    String local() {
        return "p.Base.local";
    }

    public String call() {
        return local();
    }
}
