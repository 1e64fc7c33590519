import java.net.HttpURLConnection;
import java.security.Security;

/** Settings of the JDK that the program changed before the checkpoint hold after it. */
public class Main {
    public static void main(String[] args) {
        Security.setProperty("networkaddress.cache.ttl", "7");
        HttpURLConnection.setFollowRedirects(false);
        System.out.println("before"); // here
        System.out.println(Security.getProperty("networkaddress.cache.ttl"));
        System.out.println(HttpURLConnection.getFollowRedirects());
    }
}
