package jdk.internal.loader;

import java.util.Enumeration;

/** One enumeration after the other; the second is asked when the first has ended. */
final class JcpBoth<T> implements Enumeration<T> {
    private final Enumeration<T> first;
    private final Enumeration<T> second;

    JcpBoth(Enumeration<T> first, Enumeration<T> second) {
        this.first = first;
        this.second = second;
    }

    @Override
    public boolean hasMoreElements() {
        return first.hasMoreElements() || second.hasMoreElements();
    }

    @Override
    public T nextElement() {
        return first.hasMoreElements() ? first.nextElement() : second.nextElement();
    }
}
