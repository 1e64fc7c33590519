/** A switch over strings. */
class Switch {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        int r = switch ("" + A) { case "1" -> 5;
        default -> 6;
        };
        crit(r);
    }
}
