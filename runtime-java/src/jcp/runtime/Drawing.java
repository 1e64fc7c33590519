package jcp.runtime;

import java.util.Set;

/**
 * What draws on images in memory, and the widths of a font's letters. Their colours, strokes, clips and hints are plain; what
 * the JDK draws with (the image's surface, and the loops chosen for it) lies outside the heap.
 *
 * <p>A copy of a {@code Graphics2D} brings the shell of its surface, which holds the image alone. When all is restored, the
 * image's own surface takes its place, and the drawing loops are chosen anew when something is drawn, as after any change of
 * colour. Once {@code dispose()} was called the surface is an anchor, and stays.
 *
 * <p>By name, since a JVM without the module java.desktop has none of these classes. Left out: windows and printers, whose
 * surfaces are of other classes, and refused.
 */
final class Drawing {
    private Drawing() {}

    /** Prefix of the entries of the environment; the object's number follows. */
    static final String KEY = "drawing ";
    private static final String GRAPHICS = "sun.java2d.SunGraphics2D";
    private static final String METRICS = "sun.font.FontDesignMetrics";
    private static final String SURFACE = "sun.awt.image.BufImgSurfaceData";

    /** Fields that are made anew, as "class.field". */
    static final Set<String> SKIPPED = Set.of(
        GRAPHICS + ".drawpipe", GRAPHICS + ".fillpipe", GRAPHICS + ".imagepipe", GRAPHICS + ".shapepipe", GRAPHICS + ".textpipe",
        GRAPHICS + ".alphafill", GRAPHICS + ".loops", GRAPHICS + ".lastCAblit", GRAPHICS + ".lastCAcomp", GRAPHICS + ".validFontInfo",
        GRAPHICS + ".fontInfo", GRAPHICS + ".glyphVectorFontInfo", GRAPHICS + ".glyphVectorFRC", METRICS + ".fontStrike",
        SURFACE + ".graphicsConfig", SURFACE + ".solidloops");
    /** All fields of this class are left out. */
    static final String SHELL = "sun.java2d.SurfaceData";

    static boolean concerns(Class<?> type) {
        return type.getName().equals(GRAPHICS) || type.getName().equals(METRICS);
    }

    /** Makes what was left out, when the object, its image and its font are whole. */
    static void give(Object o) {
        if (o.getClass().getName().equals(METRICS)) {
            Access.call(o, o.getClass(), "initMatrixAndMetrics");
            return;
        }
        Object surface = Access.getField(o, o.getClass(), "surfaceData");
        if (surface.getClass().getName().equals(SURFACE)) {
            Object image = Access.getField(surface, surface.getClass(), "bufImg");
            Class<?> managers = Access.jdk("sun.awt.image.SurfaceManager");
            Object manager = Access.call(null, managers, "getManager", image);
            Access.setField(o, o.getClass(), "surfaceData", Access.call(manager, Access.jdk("sun.awt.image.BufImgSurfaceManager"), "getPrimarySurfaceData"));
        }
        Access.call(o, o.getClass(), "invalidatePipe");
    }
}
