package b;

public class Util {
    public static void help() {
        a.Util.help(); // 5
    }
}
