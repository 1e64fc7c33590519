import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;

/** A context of the program's own that it has set for all connections must not be lost, nor the one that was there before. */
public class Main {
    public static void main(String[] args) throws Exception {
        SSLContext before = SSLContext.getDefault();
        SSLContext context = SSLContext.getInstance("TLSv1.2");
        context.init(null, null, null);
        SSLContext.setDefault(context);
        System.out.println("before"); // here
        System.out.println(SSLContext.getDefault().getProtocol() + " " + (SSLContext.getDefault() == context));
        System.out.println(before.getProtocol() + " " + before.getSocketFactory().getDefaultCipherSuites().length);
        System.out.println(((SSLSocketFactory) SSLSocketFactory.getDefault()).getDefaultCipherSuites().length);
    }
}
