import javax.net.ssl.SSLContext;

/** A context of the program's own that it has set for all connections must not be lost. */
public class Main {
    public static void main(String[] args) throws Exception {
        SSLContext context = SSLContext.getInstance("TLSv1.2");
        context.init(null, null, null);
        SSLContext.setDefault(context);
        System.out.println("before"); // here
        System.out.println(SSLContext.getDefault().getProtocol());
    }
}
