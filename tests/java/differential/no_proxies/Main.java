import java.net.ProxySelector;

/** The program took the selector of proxies away. */
public class Main {
    public static void main(String[] args) {
        ProxySelector.setDefault(null);
        System.out.println("before"); // here
        System.out.println(ProxySelector.getDefault());
    }
}
