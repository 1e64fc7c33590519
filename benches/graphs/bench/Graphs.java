package bench;

import java.io.Serializable;

/**
 * The three graphs, about {@code n} objects each: {@code small} is lists of 1000 linked objects and hash maps of 12 entries
 * whose values are such objects, half and half; {@code arrays} is primitive arrays of 64 KiB, as many bytes as {@code n}
 * objects of 32; {@code tree} is what a compiler holds ({@link Tree}).
 */
public final class Graphs {
    private Graphs() {}

    public static final class Link implements Serializable {
        private static final long serialVersionUID = 1;
        public int number;
        public Link next;
        public Link other;
    }

    static final int LIST = 1000;
    private static final int ENTRIES = 12;
    /** Objects of a map: itself, its table, for each entry a node and a key. */
    private static final int MAP = 2 + 2 * ENTRIES;
    private static final int ARRAY = 1 << 16;

    static Object make(String graph, int n, Maker maker) {
        switch (graph) {
            case "small": return small(n, maker);
            case "arrays": return arrays((int) (32L * n / ARRAY));
            case "tree": return new Tree(maker).make(n);
            default: throw new IllegalArgumentException(graph);
        }
    }

    private static Object small(int n, Maker maker) {
        int rounds = n / 2 / LIST;
        int maps = LIST / MAP;
        Object[] all = new Object[rounds * (1 + maps)];
        int used = 0;
        Link far = null;
        for (int round = 0; round < rounds; round++) {
            Link first = null;
            Link[] values = new Link[ENTRIES];
            for (int i = 0; i < LIST; i++) {
                Link link = new Link();
                link.number = round * LIST + i;
                link.next = first;
                link.other = i % 7 == 0 ? far : first;
                values[i % ENTRIES] = link;
                far = i % 97 == 0 ? link : far;
                first = link;
            }
            all[used++] = first;
            for (int i = 0; i < maps; i++) {
                all[used++] = maker.map(used * ENTRIES, (Object[]) values);
            }
        }
        return all;
    }

    private static Object arrays(int count) {
        Object[] all = new Object[count];
        for (int i = 0; i < count; i++) {
            switch (i % 4) {
                case 0: all[i] = bytes(i); break;
                case 1: all[i] = ints(i); break;
                case 2: all[i] = longs(i); break;
                default: all[i] = doubles(i);
            }
        }
        return all;
    }

    private static byte[] bytes(int seed) {
        byte[] array = new byte[ARRAY];
        for (int i = 0; i < array.length; i++) {
            array[i] = (byte) (i * seed);
        }
        return array;
    }

    private static int[] ints(int seed) {
        int[] array = new int[ARRAY / 4];
        for (int i = 0; i < array.length; i++) {
            array[i] = i * seed;
        }
        return array;
    }

    private static long[] longs(int seed) {
        long[] array = new long[ARRAY / 8];
        for (int i = 0; i < array.length; i++) {
            array[i] = ((long) i << 32) + seed;
        }
        return array;
    }

    private static double[] doubles(int seed) {
        double[] array = new double[ARRAY / 8];
        for (int i = 0; i < array.length; i++) {
            array[i] = i + seed;
        }
        return array;
    }
}
