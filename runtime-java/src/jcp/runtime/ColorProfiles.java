package jcp.runtime;

import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.nio.charset.StandardCharsets;

/**
 * Colour profiles: what they hold is outside the heap, so they are written as the bytes of their file, and those of the JDK's own
 * colour spaces by number. Apart from others, since a JVM may lack the module java.desktop.
 */
final class ColorProfiles {
    private ColorProfiles() {}

    static final String KIND = "color-profile";

    private static final int[] OWN = {
        ColorSpace.CS_sRGB, ColorSpace.CS_LINEAR_RGB, ColorSpace.CS_CIEXYZ, ColorSpace.CS_PYCC, ColorSpace.CS_GRAY
    };

    /** By name: a class that is asked for must not be loaded. */
    static boolean concerns(Class<?> type) {
        return type.getName().startsWith("java.awt.color.ICC_Profile") && Access.isJdk(type);
    }

    static String[] take(Object o) {
        for (int space : OWN) {
            if (ICC_Profile.getInstance(space) == o) {
                return Leaves.leaf(KIND, Integer.toString(space));
            }
        }
        byte[] data = ((ICC_Profile) o).getData();
        boolean fits = ICC_Profile.getInstance(data).getClass() == o.getClass();
        return fits ? Leaves.leaf(KIND, "", new String(data, StandardCharsets.ISO_8859_1)) : null;
    }

    static Object make(String[] leaf) {
        boolean own = !leaf[1].isEmpty();
        return own ? ICC_Profile.getInstance(Integer.parseInt(leaf[1])) : ICC_Profile.getInstance(leaf[2].getBytes(StandardCharsets.ISO_8859_1));
    }
}
