package jcp.runtime.graph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import jcp.runtime.jvm.Access;

/**
 * The layouts of classes, each computed once, and found by what an object's header says of its class. That is a word behind
 * the mark, which differs for each class; whatever it is, the layout that it leads to is compared with the class before it is
 * used. The table by name is for classes met the first time, or whose words fall on one place: classes are not hashed, which
 * would give them identity hashes that the program has not asked for.
 */
public final class Layouts {
    private static final int BITS = 10;
    /** No constant: the compiler would know that the class lies there, of which it reads no number but by a call. */
    private static long word = 8;
    /** Where an array has its first element farther on, there is room for the class between mark and length. */
    private static final boolean HAS_WORD = Access.arrayBase(byte[].class) >= 16;

    private final Layout[] recent = new Layout[1 << BITS];
    private final Map<String, Layout> named = new HashMap<>();
    /** In the order in which they came. */
    private Layout[] all = new Layout[1 << 6];
    private int count;

    private final Kinds kinds;

    Layouts(Kinds kinds) {
        this.kinds = kinds;
    }

    public Layout of(Object object) {
        int place = HAS_WORD ? Access.U.getInt(object, word) * 0x9E3779B9 >>> 32 - BITS : 0;
        Layout layout = recent[place];
        if (layout == null || layout.type != object.getClass()) {
            layout = of(object.getClass());
            recent[place] = layout;
        }
        return layout;
    }

    public Layout of(Class<?> type) {
        String name = type.getName();
        Layout layout = named.get(name);
        while (layout != null && layout.type != type) {
            name += "'"; // the same name from another loader
            layout = named.get(name);
        }
        if (layout == null) {
            layout = new Layout(type, kinds, false);
            named.put(name, layout);
            number(layout);
        }
        return layout;
    }

    /** Makes this the layout of its class. */
    void add(Layout layout) {
        String name = layout.type.getName();
        while (named.containsKey(name) && named.get(name).type != layout.type) {
            name += "'";
        }
        named.put(name, layout);
        number(layout);
    }

    private void number(Layout layout) {
        if (count == all.length) {
            all = Arrays.copyOf(all, count * 2);
        }
        layout.place = count;
        all[count++] = layout;
    }

    /** The layout with this {@link Layout#place}. */
    Layout at(int place) {
        return all[place];
    }
}
