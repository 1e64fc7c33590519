package jcp.runtime.files;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.FileObjects;
import jcp.runtime.program.Plan;

/**
 * Sockets of the operating system: what one is, read from its descriptor, and one that is the same. It does not matter which object of the
 * JDK's has it ({@link SocketObjects}, {@link DatagramSockets}).
 *
 * <p>A socket is open, bound, or listening. The text of one has, in this order, what it is ({@code open}, {@code bound}, {@code listening},
 * {@code ended}), whether its addresses are those of IPv6, whether it blocks, its own address with host, bytes, scope and port, and the values of
 * {@link #OPTIONS}. The copy gets the same port, also if the system had chosen it, since the program may have told it to others. All
 * calls are those that the JDK's own class {@code Net} has for its channels; numbers are Linux's.
 *
 * <p>With {@code --sockets close} (or {@code -Djcp.sockets=close}) a connection is captured as one that the other side has closed ({@code ended}): its copy is one end of a
 * connection within the replay, whose other end is closed at once. What had arrived and was not read is lost.
 *
 * <p>Left out: connections, but for that; sockets of files (Unix domain); the length of the queue of a listening socket, which
 * Linux does not tell: it becomes {@link #BACKLOG}, the JDK's own. A client that waits in the queue at the checkpoint is an obstacle.
 */
final class Sockets {
    private Sockets() {}

    private static final int IP = 0;
    private static final int SOCKET = 1;
    private static final int TCP = 6;
    private static final int IPV6 = 41;
    private static final int REUSE_ADDRESS = 2;
    private static final int TYPE = 3;
    private static final int REUSE_PORT = 15;
    private static final int DOMAIN = 39;
    private static final int INFO = 11;
    private static final int STREAM = 1;
    private static final int DATAGRAMS = 2;
    private static final int INET = 2;
    private static final int INET6 = 10;
    /** The first byte of TCP_INFO: what the system says of the socket. */
    private static final int CLOSED = 7;
    private static final int LISTENING = 10;
    private static final short POLL_IN = 1;
    private static final int NON_BLOCKING = 04000;
    /** What the JDK asks for where the program names no length of the queue. */
    private static final int BACKLOG = 50;

    /** The options that the JDK's sockets have, in pairs of level and name; the first two count before the socket is bound. */
    private static final int[] OPTIONS = {
        SOCKET, REUSE_ADDRESS, SOCKET, REUSE_PORT, IPV6, 26 /* V6ONLY */, SOCKET, 7 /* SNDBUF */, SOCKET, 8 /* RCVBUF */, SOCKET, 9 /* KEEPALIVE */,
        SOCKET, 13 /* LINGER */, SOCKET, 10 /* OOBINLINE */, TCP, 1 /* NODELAY */, TCP, 4 /* KEEPIDLE */, TCP, 5 /* KEEPINTVL */, TCP, 6 /* KEEPCNT */,
        TCP, 12 /* QUICKACK */, IP, 1 /* TOS */, IPV6, 67 /* TCLASS */,
        SOCKET, 6 /* BROADCAST */, IP, 33 /* MULTICAST_TTL */, IP, 34 /* MULTICAST_LOOP */, IPV6, 18 /* MULTICAST_HOPS */, IPV6, 19 /* MULTICAST_LOOP */};
    /** Where the options begin that only sockets of datagrams have. */
    private static final int FOR_DATAGRAMS = OPTIONS.length - 10;
    private static final String UNKNOWN = "?";
    /** What comes before the options in the text. */
    private static final int FIXED = 7;

    /**
     * What is needed to make it again. One of datagrams is not connected; {@code connected}: its object says that it is, also if the connection
     * has ended and the system knows nothing of it any more.
     */
    static String[] capture(FileDescriptor fd, boolean datagrams, boolean connected) throws Obstacle {
        String remedy = "close it before the checkpoint and drop the reference, or move the checkpoint";
        try {
            long flags = FileTable.info(FileObjects.number(fd), "flags", 8);
            int domain = option(fd, SOCKET, DOMAIN);
            if (flags < 0 || domain != INET && domain != INET6 || option(fd, SOCKET, TYPE) != (datagrams ? DATAGRAMS : STREAM)) {
                throw new Obstacle("a socket that jcp does not know: of a file, or on another system than Linux", remedy);
            }
            int state = datagrams ? CLOSED : option(fd, TCP, INFO) & 0xff;
            InetSocketAddress local = (InetSocketAddress) call("localAddress", fd);
            if ((datagrams || state == LISTENING) && ((Integer) call("poll", fd, (int) POLL_IN, 0L) & POLL_IN) != 0) {
                throw new Obstacle((datagrams ? "a datagram" : "a connection") + " to its port " + local.getPort() + " waits to be accepted",
                    "accept it before the checkpoint, or let clients send later");
            }
            boolean ended = connected || state != LISTENING && state != CLOSED;
            if (ended && !Plan.closesSockets()) {
                throw new Obstacle("a connection of port " + local.getPort(),
                    remedy + "; with --sockets close the replay reads it as closed by the other side");
            }
            List<String> text = new ArrayList<>();
            text.add(ended ? "ended" : state == LISTENING ? "listening" : local.getPort() != 0 ? "bound" : "open");
            text.add(Boolean.toString(domain == INET6));
            text.add(Boolean.toString((flags & NON_BLOCKING) == 0));
            text.add(host(local.getAddress().getHostAddress()));
            text.add(PortsInUse.digits(local.getAddress().getAddress()));
            text.add(Integer.toString(scope(local.getAddress())));
            text.add(Integer.toString(local.getPort()));
            for (int i = 0; i < OPTIONS.length; i += 2) {
                boolean ofKind = datagrams ? OPTIONS[i] != TCP : i < FOR_DATAGRAMS;
                boolean has = ofKind && (OPTIONS[i] != IPV6 || domain == INET6 && !ended); // to ask in vain loads classes
                text.add(has ? optionText(fd, OPTIONS[i], OPTIONS[i + 1]) : UNKNOWN);
            }
            return text.toArray(new String[0]);
        } catch (IOException e) {
            throw new Obstacle("a socket of which the system does not tell what it is (" + e.getMessage() + ")", remedy);
        }
    }

    /** Without the scope. */
    private static String host(String address) {
        int scope = address.indexOf('%');
        return scope < 0 ? address : address.substring(0, scope);
    }

    private static int scope(InetAddress address) {
        return Access.isA(address.getClass(), "java.net.Inet6Address") ? ((java.net.Inet6Address) address).getScopeId() : 0;
    }

    /** A socket like it. */
    static FileDescriptor open(String[] text) throws IOException {
        FileDescriptor fd = "ended".equals(text[0]) ? ended(text) : bound(text);
        if ("listening".equals(text[0])) {
            try {
                call("listen", fd, BACKLOG);
            } catch (IOException e) {
                close(fd);
                throw taken(text, e);
            }
        }
        configure(fd, text);
        return fd;
    }

    /** A socket with the options and the address, which does not listen yet. */
    private static FileDescriptor bound(String[] text) throws IOException {
        FileDescriptor fd = descriptor((Integer) call("socket0", Boolean.parseBoolean(text[1]), true, true, false));
        try {
            prepare(fd, text, false);
            return fd;
        } catch (IOException e) {
            close(fd);
            throw e;
        }
    }

    /** Gives a new socket the options and the address; no matter what is left of earlier connections to that, unless {@code strictly}. */
    static void prepare(FileDescriptor fd, String[] text, boolean strictly) throws IOException {
        boolean six = Boolean.parseBoolean(text[1]);
        if (option(fd, SOCKET, DOMAIN) != (six ? INET6 : INET)) {
            throw new IOException("a socket of IPv6 cannot be opened again: this system has no IPv6 now");
        }
        for (int i = strictly ? 0 : 2; i < OPTIONS.length; i += 2) {
            set(fd, i, text);
        }
        if (!"open".equals(text[0])) {
            try {
                call("bind0", fd, six, false, address(text), port(text));
            } catch (IOException e) {
                throw taken(text, e);
            }
        }
        set(fd, 0, text);
    }

    private static InetAddress address(String[] text) throws IOException {
        byte[] bytes = PortsInUse.bytes(text[4]);
        int scope = Integer.parseInt(text[5]);
        return scope == 0 ? InetAddress.getByAddress(bytes) : java.net.Inet6Address.getByAddress(null, bytes, scope);
    }

    private static IOException taken(String[] text, IOException e) {
        return new IOException(place(text) + ": the program had it at the checkpoint, and the replay cannot have it (" + e.getMessage() + "); "
            + remedy(text), e);
    }

    static String place(String[] text) {
        return "port " + text[6] + " of " + text[3];
    }

    static String remedy(String[] text) {
        return "end the process that has the port (ss -tanp 'sport = :" + text[6] + "' shows it), wait a minute if only connections that have ended"
            + " are left, or capture again";
    }

    /** Whether another process, or a caller of the chain's first method, listens where this one did; not where several may. */
    static boolean isTaken(String[] text) {
        return "listening".equals(text[0]) && text[FIXED + 1].equals("0") && PortsInUse.has(text[4], port(text));
    }

    private static int port(String[] text) {
        return Integer.parseInt(text[6]);
    }

    /** One end of a connection whose other end is closed. */
    private static FileDescriptor ended(String[] text) throws IOException {
        FileDescriptor server = descriptor((Integer) call("socket0", false, true, true, false));
        FileDescriptor end = descriptor((Integer) call("socket0", false, true, false, false));
        FileDescriptor other = new FileDescriptor();
        try {
            InetAddress here = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            call("bind0", server, false, false, here, 0);
            call("listen", server, 1);
            call("connect0", false, end, here, ((InetSocketAddress) call("localAddress", server)).getPort());
            call("accept", server, other, new InetSocketAddress[1]);
            for (int i = 0; i < OPTIONS.length; i += 2) {
                set(end, i, text);
            }
            return end;
        } finally {
            close(other);
            close(server);
        }
    }

    private static FileDescriptor descriptor(int number) {
        FileDescriptor fd = new FileDescriptor();
        Access.setField(fd, FileDescriptor.class, "fd", number);
        return fd;
    }

    private static void close(FileDescriptor fd) {
        if (fd.valid()) {
            Access.call(fd, FileDescriptor.class, "close");
        }
    }

    /** Whether it blocks. */
    static void configure(FileDescriptor fd, String[] text) {
        if (!Boolean.parseBoolean(text[2])) {
            Access.call(null, Access.jdk("sun.nio.ch.IOUtil"), "configureBlocking", fd, false);
        }
    }

    /** Sets an option that differs from the captured one: to set the size of a buffer has Linux no longer adapt it. */
    private static void set(FileDescriptor fd, int at, String[] text) throws IOException {
        String value = text[FIXED + at / 2];
        if (!value.equals(UNKNOWN) && !value.equals(optionText(fd, OPTIONS[at], OPTIONS[at + 1]))) {
            call("setIntOption0", fd, true, OPTIONS[at], OPTIONS[at + 1], Integer.parseInt(value), OPTIONS[at] == IPV6);
        }
    }

    private static String optionText(FileDescriptor fd, int level, int name) {
        try {
            return Integer.toString(option(fd, level, name));
        } catch (IOException e) {
            return UNKNOWN; // this kind of socket has none
        }
    }

    private static int option(FileDescriptor fd, int level, int name) throws IOException {
        return (Integer) call("getIntOption0", fd, true, level, name);
    }

    /** Calls a function of the JDK's for its channels. */
    private static Object call(String name, Object... arguments) throws IOException {
        Class<?> net = Access.jdk("sun.nio.ch.Net");
        Access.U.ensureClassInitialized(net);
        Method method = Access.method(net, name, arguments.length);
        if (method == null) {
            throw new IOException("this JDK has no function " + name + " for sockets");
        }
        try {
            return method.invoke(null, arguments);
        } catch (ReflectiveOperationException e) {
            throw e.getCause() instanceof IOException ? (IOException) e.getCause() : new IOException(e);
        }
    }
}
