/** An exception's message. */
class Message {
    static int A = Integer.parseInt("1");

    static void crit(int value) {}

    public static void main(String[] args) throws Exception {
        int r = 0;
        try { if (A > 0) throw new IllegalStateException("x" + A);
        } catch (IllegalStateException e) { r = e.getMessage().length();
        }
        crit(r);
    }
}
