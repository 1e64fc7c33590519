package jcp.runtime.files;

import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.channels.DatagramChannel;
import java.net.ProtocolFamily;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.CleanerEntries;
import jcp.runtime.jvm.FileObjects;

/**
 * Channels of datagrams, which are behind {@code DatagramSocket}, too. They are copied; a fresh channel gives the copy its socket, the memory in which
 * the system leaves addresses, and the entry of the JDK's cleaner that closes both. The socket gets the captured options and port ({@link
 * Sockets}). What the channel remembers of the content of that memory is left out.
 *
 * <p>Left out: channels that are connected, that have joined a group, or to which a datagram has come; those that were there when the root of a
 * chain below main was entered.
 */
final class DatagramSockets {
    private DatagramSockets() {}

    /** The socket and what lies beside it. */
    private static final String[] OUTSIDE = {"fd", "fdVal", "sourceSockAddr", "cachedSockAddr", "targetSockAddr"};

    static String[] capture(Object o, GraphWriter graph) throws Obstacle {
        if (SocketObjects.has(o, "ST_CLOSED")) {
            return new String[] {"closed"};
        }
        SocketObjects.checkIsNew(o, graph);
        Object groups = Access.getField(o, o.getClass(), "registry");
        boolean joined = groups != null && Access.getField(groups, groups.getClass(), "groups") != null;
        if (joined || SocketObjects.has(o, "ST_CONNECTED") && ((DatagramChannel) o).isOpen()) {
            throw new Obstacle(joined ? "a member of a group" : "a connected socket",
                "close it before the checkpoint and drop the reference, or move the checkpoint");
        }
        return Sockets.capture((FileDescriptor) Access.getField(o, o.getClass(), "fd"), true, false);
    }

    @SuppressWarnings("resource") // the copy has what the fresh one had
    static void restore(DatagramChannel copy, String[] text) throws IOException {
        Class<?> type = copy.getClass();
        if ("closed".equals(text[0])) {
            FileDescriptor none = new FileDescriptor();
            Access.setField(copy, type, "fd", none);
            Access.setField(copy, type, "fdVal", FileObjects.number(none));
            return;
        }
        DatagramChannel fresh = copy.provider().openDatagramChannel((ProtocolFamily) Access.getField(copy, type, "family"));
        FileDescriptor fd = (FileDescriptor) Access.getField(fresh, type, "fd");
        Sockets.prepare(fd, text, true);
        Sockets.configure(fd, text);
        for (String field : OUTSIDE) {
            Access.setField(copy, type, field, Access.getField(fresh, type, field));
        }
        Access.setField(copy, type, "cleaner", CleanerEntries.move(Access.getField(fresh, type, "cleaner"), copy));
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] skippedFields() {
            String in = "sun.nio.ch.DatagramChannelImpl.";
            return new String[] {
                in + "fd", in + "fdVal", in + "sourceSockAddr", in + "cachedSockAddr", in + "targetSockAddr", in + "cleaner", in + "readerThread",
                in + "writerThread", in + "cachedInetSocketAddress", in + "previousTarget", in + "previousSockAddrLength"};
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) throws Obstacle {
            return DatagramSockets.capture(o, graph);
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) throws IOException {
            DatagramSockets.restore((DatagramChannel) o, part);
            SocketObjects.letGo(o);
        }
    }
}
