package jcp.runtime.files;

import java.io.IOException;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.jvm.Access;

/**
 * Selectors of channels, as Linux's JDK has them. A selector is copied with its keys, what they have selected, and the changes of interests
 * that wait for the next selection; a fresh one gives it what the system has of it: the set of descriptors that are watched (epoll), the
 * array for what it finds, and the counter that wakes it up. Then the keys that were watched are watched again, for the same
 * events, and a wake-up that nobody had seen yet is given once more.
 *
 * <p>No copy is in the middle of a selection: a thread that waits in one is an obstacle, or makes its call again.
 *
 * <p>Left out: selectors that were there when the root of a chain below main was entered, and those of other providers than the JDK's.
 */
final class ChannelSelectors {
    private ChannelSelectors() {}

    private static final String KEYS = "sun.nio.ch.SelectionKeyImpl";
    /** EPOLL_CTL_ADD. */
    private static final int ADD = 1;

    /** The numbers of the keys that are watched; null if the selector is closed. */
    static String[] capture(Selector selector, GraphWriter graph) throws Obstacle {
        if (!selector.isOpen()) {
            return null;
        }
        SocketObjects.checkIsNew(selector, graph);
        List<String> keys = new ArrayList<>();
        for (Object key : ((Map<?, ?>) Access.getField(selector, selector.getClass(), "fdToKey")).values()) {
            keys.add(Integer.toString(graph.ids.get(key)));
        }
        return keys.toArray(new String[0]);
    }

    /** Once the channels have their descriptors. */
    @SuppressWarnings({"resource", "unchecked"}) // the copy has what the fresh one had
    static void restore(Selector selector, String[] keys, GraphReader graph) throws IOException {
        Class<?> type = selector.getClass();
        Selector fresh = selector.provider().openSelector();
        if (fresh.getClass() != type) {
            throw new IOException("this JVM has selectors of another kind than at the checkpoint: " + fresh.getClass().getName());
        }
        int poll = (Integer) Access.getField(fresh, type, "epfd");
        Map<Integer, Object> watched = (Map<Integer, Object>) Access.getField(fresh, type, "fdToKey");
        for (String number : keys) {
            Object key = graph.object(Integer.parseInt(number));
            Object channel = Access.getField(key, key.getClass(), "channel");
            int descriptor = (Integer) Access.getField(channel, channel.getClass(), "fdVal");
            int events = (Integer) Access.getField(key, Access.jdk(KEYS), "registeredEvents");
            watched.put(descriptor, key);
            if (events != 0 && (Integer) Access.call(null, Access.jdk("sun.nio.ch.EPoll"), "ctl", poll, ADD, descriptor, events) != 0) {
                throw new IOException("a channel of a selector cannot be watched again");
            }
        }
        Object counter = Access.getField(selector, type, "eventfd");
        Class<?> counters = counter.getClass();
        Access.setField(counter, counters, "efd", Access.getField(Access.getField(fresh, type, "eventfd"), counters, "efd"));
        Access.setField(selector, type, "epfd", poll);
        Access.setField(selector, type, "pollArrayAddress", Access.getField(fresh, type, "pollArrayAddress"));
        Access.setField(selector, type, "fdToKey", watched);
        if ((Boolean) Access.getField(selector, type, "interruptTriggered")) {
            Access.call(counter, counters, "set");
        }
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "sun.nio.ch.EPollSelectorImpl.epfd", "sun.nio.ch.EPollSelectorImpl.pollArrayAddress", "sun.nio.ch.EPollSelectorImpl.fdToKey",
                "sun.nio.ch.EventFD.efd", "sun.nio.ch.SelectorImpl.inSelect"};
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) throws Obstacle {
            return Access.isA(o.getClass(), "java.nio.channels.Selector") ? ChannelSelectors.capture((Selector) o, graph) : null;
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) throws IOException {
            ChannelSelectors.restore((Selector) o, part, graph);
        }
    }
}
