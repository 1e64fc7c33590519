import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Properties;
import java.util.Random;
import java.util.TimeZone;

/** State of the JVM that the program changed before the checkpoint. */
public class Main {
    public static void main(String[] args) {
        System.setProperty("colour", "red");
        Locale.setDefault(Locale.GERMANY);
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
        Random random = new Random(42);
        random.nextGaussian();
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        PrintStream console = System.out;
        System.setOut(new PrintStream(kept, true));
        System.out.println("into memory");
        finish(random, console, kept);
        System.out.println("end");
    }

    static void finish(Random random, PrintStream console, ByteArrayOutputStream kept) {
        System.out.println("still into memory");
        System.out.printf("%,.2f%n", 12345.678); // here
        System.setOut(console);
        System.out.print(kept);
        System.out.println(System.getProperty("colour") + " " + TimeZone.getDefault().getID() + " " + Locale.getDefault());
        System.out.println(random.nextGaussian() + " " + random.nextInt(100));
        Properties own = new Properties(System.getProperties());
        System.out.println(own.getProperty("colour", "none"));
    }
}
