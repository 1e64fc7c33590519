package b;

public class Util {
    public static void help() {
        a.Util.help(); // 5
        last();
    }

    static void last() {
        System.getProperties(); // 10
    }
}
