/** Lines read by IO.readln before and after the checkpoint: its reader has read ahead. */
public class Main {
    public static void main(String[] args) {
        IO.println("hello " + IO.readln("name? "));
        IO.println("next"); // here
        for (String line; (line = IO.readln()) != null;) {
            IO.println("line " + line);
        }
    }
}
