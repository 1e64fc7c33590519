import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/** A stream of the program's in the place of standard output, which holds text back and counts. */
public class Main {
    static int flushed;

    static class Counting extends PrintStream {
        Counting() {
            super(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false);
        }

        @Override
        public void flush() {
            flushed++;
            super.flush();
        }
    }

    public static void main(String[] args) {
        PrintStream first = System.out;
        System.setOut(new Counting());
        System.out.println("held back");
        first.println("in front of it");
        System.out.println("before"); // here
        System.out.println(flushed);
        if (args.length == 0) {
            System.out.flush();
        }
        System.out.println("never printed");
        Runtime.getRuntime().halt(3);
    }
}
