package a;

public class Util {
    public static void help() {
        System.getProperties(); // 5
    }
}
