import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

/** Threads that wait to hand an element over, for what others write into a pipe, and for datagrams. */
public class Main {
    static final BlockingQueue<String> OUT = new LinkedBlockingQueue<>();
    static final LinkedTransferQueue<String> GIFTS = new LinkedTransferQueue<>();

    static class Giver extends Thread {
        Giver(String name) {
            super(name);
            start();
        }

        @Override
        public void run() {
            try {
                GIFTS.transfer(getName() + "'s first");
                OUT.put(getName() + " has given");
                boolean given = GIFTS.tryTransfer(getName() + "'s second", 1, TimeUnit.DAYS);
                OUT.put(getName() + (given ? " has given again" : " keeps it"));
            } catch (InterruptedException e) {
                OUT.add(getName() + " was interrupted");
            }
        }
    }

    /** Reads bytes one by one, and then what there is. */
    static class Reading extends Thread {
        final InputStream in;

        Reading(InputStream in) {
            this.in = in;
            start();
        }

        @Override
        public void run() {
            StringBuilder line = new StringBuilder();
            try {
                for (int c = in.read(); c != '\n'; c = in.read()) {
                    line.append((char) c);
                }
                OUT.add("a line: " + line);
                byte[] more = new byte[20];
                int n = in.read(more);
                OUT.add("more: " + new String(more, 0, n, StandardCharsets.UTF_8) + ", then " + in.read());
            } catch (IOException e) {
                OUT.add("pipe: " + e.getMessage());
            }
        }
    }

    static void readCharacters(PipedReader in) {
        try {
            for (int c = in.read(); c >= 0; c = in.read()) {
                OUT.add("character " + (char) c);
            }
            OUT.add("no more characters");
        } catch (IOException e) {
            OUT.add("characters: " + e.getMessage());
        }
    }

    static void answer(DatagramSocket socket) {
        byte[] bytes = new byte[50];
        int count = 0;
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
                socket.receive(packet);
                byte[] reply = (new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8) + " " + ++count).getBytes(StandardCharsets.UTF_8);
                socket.send(new DatagramPacket(reply, reply.length, packet.getSocketAddress()));
            }
        } catch (IOException e) {
            OUT.add("closed after " + count);
        }
    }

    static void echo(DatagramChannel channel) {
        ByteBuffer bytes = ByteBuffer.allocate(50);
        try {
            while (true) {
                SocketAddress from = channel.receive(bytes.clear());
                channel.send(bytes.flip(), from);
            }
        } catch (IOException e) {
            OUT.add("the channel is closed");
        }
    }

    static String ask(int port, String question) throws IOException {
        try (DatagramSocket client = new DatagramSocket()) {
            byte[] bytes = question.getBytes(StandardCharsets.UTF_8);
            client.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), port));
            DatagramPacket reply = new DatagramPacket(new byte[50], 50);
            client.receive(reply);
            return new String(reply.getData(), 0, reply.getLength(), StandardCharsets.UTF_8);
        }
    }

    static void await(Thread t) {
        while (t.getState() != Thread.State.WAITING && t.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    /** Whoever takes before a giver gives leaves other nodes in the queue. */
    static void awaitGifts(int count) {
        while (GIFTS.size() < count) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        GIFTS.put("put before");
        Giver one = new Giver("one");
        await(one);
        Giver two = new Giver("two");
        await(two);
        PipedOutputStream bytes = new PipedOutputStream();
        Reading reading = new Reading(new PipedInputStream(bytes));
        bytes.write("some by".getBytes(StandardCharsets.UTF_8));
        bytes.flush();
        PipedWriter characters = new PipedWriter();
        PipedReader read = new PipedReader(characters);
        Thread reader = new Thread(() -> readCharacters(read));
        reader.start();
        characters.write("a");
        characters.flush();
        System.out.println(OUT.take());
        DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        Thread answering = new Thread(() -> answer(socket));
        answering.start();
        DatagramChannel channel = DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Thread echoing = new Thread(() -> echo(channel));
        echoing.start();
        System.out.println(ask(socket.getLocalPort(), "first"));
        await(reading);
        await(reader);
        work(bytes, characters, socket, channel);
        for (Thread each : new Thread[] {reading, reader, answering, echoing}) {
            each.join();
        }
        awaitGifts(2);
        GIFTS.put("put behind");
        mixed(one, two);
    }

    static void work(PipedOutputStream bytes, PipedWriter characters, DatagramSocket socket, DatagramChannel channel) throws Exception {
        System.out.println("here, " + GIFTS.size() + " to take");
        System.out.println(GIFTS.take());
        System.out.println(GIFTS.take() + ", " + OUT.take());
        bytes.write("tes\n".getBytes(StandardCharsets.UTF_8));
        bytes.flush();
        System.out.println(OUT.take());
        bytes.write("the end".getBytes(StandardCharsets.UTF_8));
        bytes.close();
        System.out.println(OUT.take());
        characters.write("b");
        characters.flush();
        System.out.println(OUT.take());
        characters.close();
        System.out.println(OUT.take());
        System.out.println(ask(socket.getLocalPort(), "second") + ", " + ask(socket.getLocalPort(), "third"));
        System.out.println(ask(((InetSocketAddress) channel.getLocalAddress()).getPort(), "echo"));
        socket.close();
        System.out.println(OUT.take());
        channel.close();
        System.out.println(OUT.take());
    }

    /** The first giver's second gift, and the second one's first, are to be taken, and one that was put. */
    static void mixed(Giver one, Giver two) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            System.out.println(GIFTS.take() + ", " + OUT.take());
        }
        System.out.println(GIFTS.take());
        one.join();
        awaitGifts(1);
        System.out.println(GIFTS.take() + ", " + OUT.take());
        two.join();
    }
}
