package jcp.runtime.files;

import java.io.FileDescriptor;
import java.io.IOException;
import java.util.List;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.graph.Parts;
import jcp.runtime.graph.Standing;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.CleanerEntries;
import jcp.runtime.jvm.FileObjects;
import jcp.runtime.jvm.Synchronizer;
import jcp.runtime.report.Problem;

/**
 * The objects of the JDK's that have a socket: {@code NioSocketImpl}, which is behind {@code java.net}'s sockets, and the channels. They are
 * copied, with the state that they keep themselves; their descriptor is left out and made anew ({@link Sockets}).
 *
 * <p>The descriptor of one that is closed keeps a number that another file may have by now. So it is told by the object's own state, and
 * never looked at; the copy's has none. A channel that is closed and was still registered with a selector keeps its socket until
 * that selects again, and so does its copy. {@code NioSocketImpl} closes its socket by an entry of the JDK's cleaner, which the
 * same method makes again.
 *
 * <p>Left out: sockets that were there when the root of a chain below main was entered, and those that a thread is closing.
 */
final class SocketObjects {
    private SocketObjects() {}

    private static final String KEY = "socket";
    private static final String[] WAITED_WITH = {"acceptLock", "readLock"};

    private static boolean isChannel(Class<?> type) {
        return !type.getName().equals("sun.nio.ch.NioSocketImpl");
    }

    /** The class that declares the descriptor. */
    private static Class<?> owner(Class<?> type) {
        return isChannel(type) ? type : type.getSuperclass();
    }

    /** Whether its state is that of the static field, or a later one. */
    static boolean has(Object o, String state) {
        Class<?> type = o.getClass();
        return (Integer) Access.getField(o, type, "state") >= (Integer) Access.getField(null, type, state);
    }

    static String[] capture(Object o, GraphWriter graph) throws Obstacle {
        FileDescriptor fd = (FileDescriptor) Access.getField(o, owner(o.getClass()), "fd");
        if (fd == null || has(o, "ST_CLOSED")) {
            return new String[] {fd == null ? "none" : "closed"};
        }
        String remedy = "close it before the checkpoint and drop the reference, or move the checkpoint";
        if (!isChannel(o.getClass()) && has(o, "ST_CLOSING")) {
            throw new Obstacle("a socket that is being closed", remedy);
        }
        checkIsNew(o, graph);
        return Sockets.capture(fd, false, isConnected(o));
    }

    /** Whether it is connected, or about to be, and is not closed. */
    private static boolean isConnected(Object o) {
        Class<?> type = o.getClass();
        String connecting = isChannel(type) ? "ST_CONNECTIONPENDING" : "ST_CONNECTING";
        return Access.hasField(type, connecting) && has(o, connecting) && !has(o, "ST_CLOSING");
    }

    /** Refuses what was there at the root's entry: there the replay has one of its own, with another port. */
    static void checkIsNew(Object o, GraphWriter graph) throws Obstacle {
        Standing there = graph.standing;
        for (int i = there == null ? 0 : there.count(); i > 0; i--) {
            if (there.object(i) == o) {
                throw new Obstacle("it was open when the chain's first method was entered", "start the chain at main, or open it later");
            }
        }
    }

    /** A thread that waited for a connection or a datagram held a lock meanwhile: the replay makes its call again. */
    static void letGo(Object o) {
        for (String name : WAITED_WITH) {
            if (Access.hasField(o.getClass(), name)) {
                Synchronizer.set(Synchronizer.of(Access.getField(o, o.getClass(), name)), 0, null);
            }
        }
    }

    static void check(Parts parts, List<Problem> problems) {
        for (Parts.Part part : parts.of(KEY)) {
            if (Sockets.isTaken(part.text)) {
                problems.add(new Problem(Sockets.place(part.text), "the program listened on it at the checkpoint, and another process, or a caller of the"
                    + " chain's first method, listens on it now", Sockets.remedy(part.text)));
            }
        }
    }

    static void restore(Object o, String[] text) throws IOException {
        Class<?> type = o.getClass();
        Class<?> owner = owner(type);
        if ("none".equals(text[0])) {
            return;
        }
        FileDescriptor fd = "closed".equals(text[0]) ? new FileDescriptor() : Sockets.open(text);
        Access.setField(o, owner, "fd", fd);
        if (isChannel(type)) {
            Access.setField(o, type, "fdVal", FileObjects.number(fd));
        } else if (fd.valid()) {
            boolean kinds = Access.hasField(type, "stream"); // JDK 17 has it close sockets of datagrams, too
            Object closer = kinds ? Access.call(null, type, "closerFor", fd, true) : Access.call(null, type, "closerFor", fd);
            Access.setField(o, type, "cleaner", CleanerEntries.register(o, (Runnable) closer));
        }
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.net.SocketImpl.fd", "sun.nio.ch.NioSocketImpl.cleaner", "sun.nio.ch.NioSocketImpl.readerThread",
                "sun.nio.ch.NioSocketImpl.writerThread", "sun.nio.ch.ServerSocketChannelImpl.fd", "sun.nio.ch.ServerSocketChannelImpl.fdVal",
                "sun.nio.ch.ServerSocketChannelImpl.thread", "sun.nio.ch.SocketChannelImpl.fd", "sun.nio.ch.SocketChannelImpl.fdVal",
                "sun.nio.ch.SocketChannelImpl.readerThread", "sun.nio.ch.SocketChannelImpl.writerThread"};
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) throws Obstacle {
            return SocketObjects.capture(o, graph);
        }

        @Override
        public void check(Parts parts, List<Problem> problems) {
            SocketObjects.check(parts, problems);
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) throws IOException {
            SocketObjects.restore(o, part);
            letGo(o);
        }
    }
}
