public class Spare {
    static void touch() { System.out.println("spare"); }
}
