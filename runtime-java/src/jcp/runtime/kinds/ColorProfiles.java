package jcp.runtime.kinds;

import java.awt.color.ColorSpace;
import java.awt.color.ICC_Profile;
import java.nio.charset.StandardCharsets;
import jcp.runtime.graph.Kind;

/**
 * Colour profiles: what they hold is outside the heap, so they are written as the bytes of their file, and those of the JDK's own
 * colour spaces by number. Apart from others, since a JVM may lack the module java.desktop.
 */
public final class ColorProfiles {
    private ColorProfiles() {}

    static final String KIND = "color-profile";

    private static final int[] OWN = {
        ColorSpace.CS_sRGB, ColorSpace.CS_LINEAR_RGB, ColorSpace.CS_CIEXYZ, ColorSpace.CS_PYCC, ColorSpace.CS_GRAY
    };

    static String[] capture(Object o) {
        for (int space : OWN) {
            if (ICC_Profile.getInstance(space) == o) {
                return new String[] {KIND, Integer.toString(space)};
            }
        }
        byte[] data = ((ICC_Profile) o).getData();
        boolean fits = ICC_Profile.getInstance(data).getClass() == o.getClass();
        return fits ? new String[] {KIND, "", new String(data, StandardCharsets.ISO_8859_1)} : null;
    }

    static Object make(String[] leaf) {
        boolean own = !leaf[1].isEmpty();
        return own ? ICC_Profile.getInstance(Integer.parseInt(leaf[1])) : ICC_Profile.getInstance(leaf[2].getBytes(StandardCharsets.ISO_8859_1));
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] toText(Object o) {
            return ColorProfiles.capture(o);
        }

        @Override
        public Object fromText(String[] text) {
            return make(text);
        }
    }
}
