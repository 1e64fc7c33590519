/** A string made at run time that equals a literal which no code has used yet: they are two. */
public class Unresolved {
    public static void main(String[] args) {
        after(new StringBuilder("comp").append("uted").toString());
    }

    static void after(String made) {
        System.out.println("before");
        System.out.println(made == "computed"); // here
    }
}
