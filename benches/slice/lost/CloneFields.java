/** A copy of an object. */
class CloneFields implements Cloneable {
    static int A = Integer.parseInt("1");
    int f;

    static void crit(int value) {}

    public static void main(String[] args) throws CloneNotSupportedException {
        CloneFields c = new CloneFields();
        c.f = A;
        CloneFields d = (CloneFields) c.clone();
        crit(d.f);
    }
}
