import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Sockets that listen at the checkpoint, a selector that waits for channels, and sockets that are closed or not open yet. Clients come later. */
public class Main {
    static final InetAddress HERE = InetAddress.getLoopbackAddress();

    /** What the program keeps of its server. */
    static class Held {
        final ServerSocket plain = new ServerSocket();
        final ServerSocket anywhere = new ServerSocket(0);
        final ServerSocket quiet = new ServerSocket();
        final ServerSocket unbound = new ServerSocket();
        final ServerSocket closed = new ServerSocket(0, 5, HERE);
        final ServerSocketChannel blocking = ServerSocketChannel.open(StandardProtocolFamily.INET);
        final ServerSocketChannel watched = ServerSocketChannel.open();
        final ServerSocketChannel leaving = ServerSocketChannel.open();
        final ServerSocketChannel closedChannel = ServerSocketChannel.open();
        final Selector selector = Selector.open();
        final Selector awakened = Selector.open();
        final Selector closedSelector = Selector.open();
        final Socket unconnected = new Socket();
        final Socket bound = new Socket();
        final Socket ended;
        final SocketChannel unconnectedChannel = SocketChannel.open();
        final SocketChannel endedChannel;
        final DatagramSocket datagrams = new DatagramSocket(0, HERE);
        final DatagramSocket closedDatagrams = new DatagramSocket();
        final DatagramChannel datagramChannel = DatagramChannel.open();
        final SelectionKey key;
        final SelectionKey idle;
        final SelectionKey toRead;
        final int[] ports;

        Held() throws IOException {
            quiet.setReuseAddress(false); // nobody connects: what is left of a connection would keep the port for a minute
            quiet.bind(new InetSocketAddress(HERE, 0));
            plain.setReceiveBufferSize(20_000);
            plain.bind(new InetSocketAddress(HERE, 0));
            plain.setSoTimeout(50);
            closed.close();
            blocking.bind(new InetSocketAddress(HERE, 0), 7);
            watched.bind(null).configureBlocking(false);
            leaving.bind(new InetSocketAddress(HERE, 0)).configureBlocking(false);
            closedChannel.close();
            key = watched.register(selector, SelectionKey.OP_ACCEPT, new StringBuilder("attached"));
            idle = leaving.register(selector, 0);
            watched.register(awakened, 0, "awakened");
            unconnected.setTcpNoDelay(true);
            bound.bind(null);
            unconnectedChannel.setOption(StandardSocketOptions.SO_KEEPALIVE, true).configureBlocking(false);
            ended = connection(plain);
            endedChannel = SocketChannel.open(blocking.getLocalAddress());
            blocking.accept().close();
            endedChannel.close();
            datagrams.setBroadcast(false);
            datagrams.setTrafficClass(8);
            datagrams.setSoTimeout(50);
            send(datagrams, "before");
            System.out.println(receive(datagrams));
            closedDatagrams.close();
            datagramChannel.bind(new InetSocketAddress(HERE, 0)).configureBlocking(false);
            toRead = datagramChannel.register(awakened, SelectionKey.OP_READ);
            awakened.selectNow();
            awakened.wakeup();
            closedSelector.close();
            ports = new int[] {plain.getLocalPort(), anywhere.getLocalPort(), blocking.socket().getLocalPort(), watched.socket().getLocalPort(),
                bound.getLocalPort(), quiet.getLocalPort(), datagrams.getLocalPort()};
        }
    }

    /** One that was used and is closed at both ends. */
    static Socket connection(ServerSocket server) throws IOException {
        try (Socket client = new Socket(HERE, server.getLocalPort()); Socket accepted = server.accept()) {
            client.getOutputStream().write(7);
            System.out.println(accepted.getInputStream().read());
            return accepted;
        }
    }

    static void send(DatagramSocket to, String text) throws IOException {
        to.send(new DatagramPacket(text.getBytes(), text.length(), to.getLocalSocketAddress()));
    }

    static String receive(DatagramSocket socket) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[100], 100);
        socket.receive(packet);
        return new String(packet.getData(), 0, packet.getLength()) + (packet.getPort() == socket.getLocalPort());
    }

    /** A client that says its name. */
    static Thread client(int port, String name) {
        Thread thread = new Thread(() -> {
            try (Socket socket = new Socket(HERE, port)) {
                socket.getOutputStream().write(name.getBytes());
            } catch (IOException e) {
                System.out.println(e);
            }
        });
        thread.start();
        return thread;
    }

    static String read(Socket socket) throws IOException {
        try (socket) {
            return new String(socket.getInputStream().readAllBytes());
        }
    }

    static String read(SocketChannel channel) throws IOException {
        try (channel) {
            ByteBuffer buffer = ByteBuffer.allocate(100);
            while (channel.read(buffer) >= 0) {
                Thread.onSpinWait();
            }
            return new String(buffer.array(), 0, buffer.position());
        }
    }

    static void plain(Held held) throws Exception {
        System.out.println(held.quiet.getReuseAddress() + " " + held.plain.getReuseAddress() + " " + held.plain.getReceiveBufferSize() + " " + held.plain.getSoTimeout() + " "
            + held.plain.isBound() + held.plain.isClosed() + " " + (held.plain.getLocalPort() == held.ports[0]) + held.plain.getInetAddress());
        try {
            held.plain.accept();
        } catch (SocketTimeoutException e) {
            System.out.println("nobody came");
        }
        held.plain.setSoTimeout(0);
        Thread client = client(held.ports[0], "to the socket");
        System.out.println(read(held.plain.accept()));
        client.join();
        client = client(held.ports[1], "to any address");
        System.out.println(read(held.anywhere.accept()) + " at " + held.anywhere.getInetAddress());
        client.join();
        client = client(held.ports[2], "to the channel");
        System.out.println(read(held.blocking.accept()) + " " + held.blocking.isBlocking() + held.blocking.getOption(StandardSocketOptions.SO_REUSEADDR));
        client.join();
    }

    static void selected(Held held) throws Exception {
        System.out.println(held.selector.keys().size() + " " + held.key.interestOps() + held.idle.interestOps() + " " + held.key.attachment() + " "
            + (held.watched.keyFor(held.selector) == held.key) + held.selector.keys().contains(held.key) + held.watched.isBlocking());
        System.out.println(held.selector.selectNow() + " " + held.awakened.select() + " " + held.awakened.selectNow());
        Thread client = client(held.ports[3], "to the selector");
        System.out.println(held.selector.select() + " " + held.selector.selectedKeys().contains(held.key) + held.key.isAcceptable());
        client.join();
        System.out.println(read(held.watched.accept()));
        held.selector.selectedKeys().clear();
        System.out.println(held.selector.selectNow() + " " + held.watched.accept());
        held.idle.cancel();
        held.selector.selectNow();
        System.out.println(held.leaving.keyFor(held.selector) + " " + held.leaving.isRegistered());
        held.leaving.configureBlocking(true).close();
    }

    static void datagrams(Held held) throws Exception {
        System.out.println((held.datagrams.getLocalPort() == held.ports[6]) + " " + held.datagrams.getBroadcast() + held.datagrams.getTrafficClass()
            + held.datagrams.isConnected() + held.closedDatagrams.isClosed());
        try {
            receive(held.datagrams);
        } catch (SocketTimeoutException e) {
            System.out.println("nothing came");
        }
        send(held.datagrams, "after");
        System.out.println(receive(held.datagrams));
        held.datagrams.close();
        System.out.println(held.awakened.selectNow());
        held.datagramChannel.send(ByteBuffer.wrap(new byte[] {1, 2, 3}), held.datagramChannel.getLocalAddress());
        System.out.println(held.awakened.select() + " " + held.toRead.isReadable());
        ByteBuffer buffer = ByteBuffer.allocate(10);
        System.out.println(held.datagramChannel.receive(buffer).equals(held.datagramChannel.getLocalAddress()) + " " + buffer.position());
        held.datagramChannel.close();
        System.out.println(held.awakened.selectNow() + " " + held.awakened.keys().size());
    }

    static void others(Held held) throws Exception {
        System.out.println(held.unbound.isBound() + " " + held.closed.isClosed() + held.closedChannel.isOpen() + held.closedSelector.isOpen());
        held.unbound.bind(new InetSocketAddress(HERE, 0));
        Thread client = client(held.unbound.getLocalPort(), "to a socket that is bound late");
        System.out.println(read(held.unbound.accept()));
        client.join();
        try {
            held.ended.getInputStream();
        } catch (SocketException e) {
            System.out.println(e.getMessage() + " " + held.ended.isConnected() + held.endedChannel.isConnected() + held.endedChannel.isOpen());
        }
        System.out.println((held.bound.getLocalPort() == held.ports[4]) + " " + held.bound.isBound() + (held.quiet.getLocalPort() == held.ports[5]));
        held.bound.close();
        System.out.println(held.unconnected.getTcpNoDelay() + " " + held.unconnected.isBound() + held.unconnected.isConnected()
            + held.unconnectedChannel.getOption(StandardSocketOptions.SO_KEEPALIVE) + held.unconnectedChannel.isBlocking());
        held.unconnected.connect(new InetSocketAddress(HERE, held.ports[0]));
        held.unconnected.getOutputStream().write('a');
        held.unconnected.close();
        System.out.println(read(held.plain.accept()));
        held.unconnectedChannel.configureBlocking(true);
        held.unconnectedChannel.connect(new InetSocketAddress(HERE, held.ports[0]));
        held.unconnectedChannel.write(ByteBuffer.wrap(new byte[] {'b'}));
        held.unconnectedChannel.close();
        System.out.println(read(held.plain.accept()));
        held.plain.close();
        try {
            new Socket(HERE, held.ports[0]);
        } catch (SocketException e) {
            System.out.println(e.getMessage());
        }
    }

    static void work(Held held, List<Object> hashed) throws Exception {
        System.out.println("here"); // here
        plain(held);
        selected(held);
        datagrams(held);
        others(held);
        hashed.add(new ServerSocket(0));
        hashed.add(Selector.open());
        hashed.add(new Object());
        for (Object each : hashed) {
            System.out.println(each.getClass() + " " + System.identityHashCode(each));
        }
    }

    public static void main(String[] args) throws Exception {
        Held held = new Held();
        List<Object> hashed = new ArrayList<>(List.of(held.plain, held.key, Class.forName("sun.nio.ch.Net"), Class.forName("sun.nio.ch.IOUtil")));
        System.out.println(held.plain.hashCode());
        work(held, hashed);
    }
}
