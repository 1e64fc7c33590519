import java.util.Properties;

/** Other system properties as a whole. */
public class Main {
    public static void main(String[] args) {
        Properties own = new Properties(System.getProperties());
        System.setProperties(own);
        System.out.println("before"); // here
        own.setProperty("key", "value");
        System.out.println(System.getProperty("key") + (System.getProperty("java.version") != null));
    }
}
