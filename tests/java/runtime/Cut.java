import java.io.FileWriter;
import java.io.IOException;
import java.io.Writer;

/** Has a file open over the checkpoint, which a replay cuts to what was written before. */
public class Cut {
    private static int number;

    public static void main(String[] args) throws IOException {
        try (Writer file = new FileWriter("cut.txt")) {
            file.write("one\n");
            file.flush();
            number = args.length + 1;
            after(file);
        }
    }

    static void after(Writer file) throws IOException {
        System.out.println("before"); // here
        file.write("two " + number + "\n");
    }
}
