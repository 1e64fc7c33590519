/** A match. */
class Matches {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        java.util.regex.Matcher m = java.util.regex.Pattern.compile("\\d+").matcher("a" + A);
        m.find();
        crit(m.group().length());
    }
}
