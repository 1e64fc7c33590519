import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A server whose port its first line of output tells; with an argument it has connections at the checkpoint. */
public class Served {
    static ServerSocket server;
    static Socket client;
    static Socket accepted;
    static SocketChannel channel;
    static Selector selector;

    public static void main(String[] args) throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        System.out.println(server.getLocalPort());
        if (args.length > 0) {
            client = new Socket(server.getInetAddress(), server.getLocalPort());
            accepted = server.accept();
            accepted.getOutputStream().write(1);
            try (ServerSocketChannel other = ServerSocketChannel.open().bind(null)) {
                channel = SocketChannel.open(other.getLocalAddress());
                channel.configureBlocking(false);
                selector = Selector.open();
                channel.register(selector, SelectionKey.OP_READ);
                other.accept().write(ByteBuffer.wrap(new byte[] {2}));
            }
        }
        after();
    }

    static void after() throws IOException {
        System.out.println("at the checkpoint");
        System.out.println("listens: " + server.isBound()); // here
        if (client != null) {
            System.out.println(client.getInputStream().read() + " " + client.isConnected() + (client.getPort() == server.getLocalPort()));
            System.out.println(selector.select() + " " + channel.read(ByteBuffer.allocate(10)) + " " + channel.isConnected());
        }
    }
}
