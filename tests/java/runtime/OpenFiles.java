import java.io.BufferedReader;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;

/** Copies lines from a file to another and to a log, with the checkpoint on the way. */
public class OpenFiles {
    static BufferedReader in;
    static PrintWriter out;
    static PrintWriter log;

    public static void main(String[] args) throws IOException {
        in = new BufferedReader(new FileReader("in.txt"), 100);
        out = new PrintWriter(new FileWriter("out.txt"));
        log = new PrintWriter(new FileWriter("log.txt", true), true);
        copy(10);
        out.flush();
        copy(1);
        after();
    }

    static void after() throws IOException {
        copy(30); // here
        in.close();
        out.close();
        log.close();
        System.out.println("copied");
    }

    static void copy(int lines) throws IOException {
        for (int i = 0; i < lines; i++) {
            String line = in.readLine();
            out.println(i + " " + line);
            log.println("copied " + line);
        }
    }
}
