import java.net.*;
import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.KeyStore;
import java.util.*;
import javax.net.*;
import javax.net.ssl.*;

/** What the JDK gives to all who ask, and contexts of TLS of the program's own: HTTP clients hold them from their making on. */
public class Main {
    public static void main(String[] args) throws Exception {
        ProxySelector proxies = ProxySelector.getDefault();
        SocketFactory sockets = SocketFactory.getDefault();
        ServerSocketFactory servers = ServerSocketFactory.getDefault();
        SSLContext usual = SSLContext.getDefault();
        SSLSocketFactory factory = usual.getSocketFactory();
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init((KeyStore) null);
        X509TrustManager manager = (X509TrustManager) trust.getTrustManagers()[0];
        SSLContext own = SSLContext.getInstance("TLS");
        own.init(null, new TrustManager[] {manager}, null);
        SSLSocketFactory ownFactory = own.getSocketFactory();
        SSLParameters parameters = own.getDefaultSSLParameters();
        Map<Object, String> issuers = new LinkedHashMap<>();
        issuers.put(manager.getAcceptedIssuers()[0].getSubjectX500Principal(), "first");
        AccessControlContext permissions = AccessController.getContext();
        System.out.println("before"); // here
        System.out.println(permissions.equals(AccessController.getContext()));
        System.out.println(proxies == ProxySelector.getDefault());
        System.out.println(proxies.select(URI.create("http://localhost/")));
        System.out.println(sockets == SocketFactory.getDefault());
        System.out.println(servers == ServerSocketFactory.getDefault());
        System.out.println(usual == SSLContext.getDefault());
        System.out.println(Arrays.equals(factory.getDefaultCipherSuites(), usual.getDefaultSSLParameters().getCipherSuites()));
        System.out.println(Arrays.toString(ownFactory.getDefaultCipherSuites()));
        System.out.println(Arrays.toString(parameters.getProtocols()) + own.getProtocol() + own.getProvider());
        System.out.println(manager.getAcceptedIssuers().length + " " + issuers.get(manager.getAcceptedIssuers()[0].getSubjectX500Principal()));
        try (ServerSocket server = servers.createServerSocket(0); Socket client = sockets.createSocket("localhost", server.getLocalPort())) {
            System.out.println(client.isConnected());
        }
        SSLEngine engine = own.createSSLEngine();
        engine.setUseClientMode(true);
        engine.beginHandshake();
        System.out.println(engine.getHandshakeStatus());
    }
}
