package kept;

public class Kept {
    public static Kept kept = new Kept(7);
    public final int value;

    Kept(int value) {
        this.value = value;
    }
}
