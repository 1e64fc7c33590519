package jcp.runtime.jvm;

import java.util.Comparator;
import java.util.List;

/** Sorts as {@code List.sort} does, by merging. That of the JDK would link classes that the program may be the first to use. */
public final class Order {
    private Order() {}

    @SuppressWarnings("unchecked")
    public static <T> void sort(List<T> list, Comparator<? super T> order) {
        T[] items = (T[]) list.toArray();
        T[] other = items.clone();
        // invariant: runs of this length are in order
        for (int length = 1; length < items.length; length *= 2) {
            for (int start = 0; start < items.length; start += 2 * length) {
                merge(items, other, start, Math.min(items.length, start + length), Math.min(items.length, start + 2 * length), order);
            }
            T[] merged = other;
            other = items;
            items = merged;
        }
        for (int i = 0; i < items.length; i++) {
            list.set(i, items[i]);
        }
    }

    private static <T> void merge(T[] from, T[] to, int start, int middle, int end, Comparator<? super T> order) {
        int left = start;
        int right = middle;
        for (int i = start; i < end; i++) {
            boolean first = left < middle && (right == end || order.compare(from[left], from[right]) <= 0);
            to[i] = first ? from[left++] : from[right++];
        }
    }
}
