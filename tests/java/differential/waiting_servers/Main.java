import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A server that waits for connections in accept, and one in select; clients come after the checkpoint. */
public class Main {
    static int served;

    static class Plain extends Thread {
        final ServerSocket socket;

        Plain() throws IOException {
            super("plain");
            socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        }

        @Override
        public void run() {
            String last = "nobody";
            while (true) {
                try (Socket client = socket.accept()) {
                    BufferedReader in = new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
                    String name = in.readLine();
                    new PrintWriter(client.getOutputStream(), true).println("hello " + name + " after " + last + ", number " + ++served);
                    last = name;
                } catch (IOException e) {
                    return;
                }
            }
        }
    }

    static class Selecting extends Thread {
        final Selector selector;
        final ServerSocketChannel channel;

        Selecting() throws IOException {
            super("selecting");
            selector = Selector.open();
            channel = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_ACCEPT, "the listener");
        }

        @Override
        public void run() {
            try {
                while (selector.select() >= 0 && selector.isOpen()) {
                    for (SelectionKey key : selector.selectedKeys()) {
                        SocketChannel client = ((ServerSocketChannel) key.channel()).accept();
                        if (client != null) {
                            client.write(ByteBuffer.wrap(("selected " + key.attachment() + "\n").getBytes(StandardCharsets.UTF_8)));
                            client.close();
                        }
                    }
                    selector.selectedKeys().clear();
                }
            } catch (ClosedSelectorException e) {
                return; // main may close it at any moment
            } catch (IOException e) {
                System.out.println("select failed: " + e);
            }
        }
    }

    static class Blocking extends Thread {
        final ServerSocketChannel channel;

        Blocking() throws IOException {
            super("blocking");
            channel = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        }

        @Override
        public void run() {
            int accepted = 0;
            while (true) {
                try (SocketChannel client = channel.accept()) {
                    client.write(ByteBuffer.wrap(("accepted " + ++accepted + "\n").getBytes(StandardCharsets.UTF_8)));
                } catch (IOException e) {
                    return;
                }
            }
        }
    }

    static String ask(int port, String name) throws IOException {
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            if (name != null) {
                new PrintWriter(client.getOutputStream(), true).println(name);
            }
            return new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8)).readLine();
        }
    }

    static boolean waits(Thread t) {
        for (StackTraceElement each : t.getStackTrace()) {
            if (each.isNativeMethod()) {
                return true;
            }
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        Plain plain = new Plain();
        Selecting selecting = new Selecting();
        Blocking blocking = new Blocking();
        plain.start();
        selecting.start();
        blocking.start();
        System.out.println(ask(plain.socket.getLocalPort(), "first"));
        System.out.println(ask(selecting.channel.socket().getLocalPort(), null));
        System.out.println(ask(blocking.channel.socket().getLocalPort(), null));
        while (!waits(plain) || !waits(selecting) || !waits(blocking)) {
            Thread.onSpinWait();
        }
        work(plain, selecting, blocking);
        plain.socket.close();
        selecting.selector.close();
        blocking.channel.close();
        blocking.join();
        plain.join();
        selecting.join();
        System.out.println("served " + served);
    }

    static void work(Plain plain, Selecting selecting, Blocking blocking) throws IOException {
        System.out.println("here");
        for (int i = 0; i < 3; i++) {
            System.out.println(ask(plain.socket.getLocalPort(), "client " + i));
            System.out.println(ask(selecting.channel.socket().getLocalPort(), null));
            System.out.println(ask(blocking.channel.socket().getLocalPort(), null));
        }
    }
}
