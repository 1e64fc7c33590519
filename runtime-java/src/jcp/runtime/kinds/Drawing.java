package jcp.runtime.kinds;

import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;

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
public final class Drawing {
    private Drawing() {}

    private static final String GRAPHICS = "sun.java2d.SunGraphics2D";
    private static final String SURFACES = "sun.java2d.SurfaceData";
    private static final String FONT = "java.awt.Font";
    private static final String METRICS = "sun.font.FontDesignMetrics";
    private static final String SURFACE = "sun.awt.image.BufImgSurfaceData";

    /** Makes what was left out, when the object, its image and its font are whole. */
    static void restore(Object o) {
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

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                GRAPHICS + ".drawpipe", GRAPHICS + ".fillpipe", GRAPHICS + ".imagepipe", GRAPHICS + ".shapepipe", GRAPHICS + ".textpipe",
                GRAPHICS + ".alphafill", GRAPHICS + ".loops", GRAPHICS + ".lastCAblit", GRAPHICS + ".lastCAcomp", GRAPHICS + ".validFontInfo",
                GRAPHICS + ".fontInfo", GRAPHICS + ".glyphVectorFontInfo", GRAPHICS + ".glyphVectorFRC", METRICS + ".fontStrike",
                SURFACE + ".graphicsConfig", SURFACE + ".solidloops",
                SURFACES + ".*"};
        }

        @Override
        public String[] capturePart(Object o, GraphWriter graph) {
            return Access.isA(o.getClass(), SURFACES) ? null : NONE;
        }

        @Override
        public void restorePart(Object o, String[] part, GraphReader graph) {
            Drawing.restore(o);
        }
    }

    /** What drawing has made of fonts, images and colours, outside the heap; made anew on use. */
    public static final class Caches extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {
                "java.awt.Image.surfaceManager", "java.awt.image.BufferedImage.osis", "java.awt.image.ColorModel.pData", "java.awt.Cursor.pData",
                "java.awt.Cursor.disposer", "java.awt.image.IndexColorModel.colorData", "java.awt.color.ICC_ColorSpace.this2srgb",
                "java.awt.color.ICC_ColorSpace.srgb2this", "java.awt.color.ICC_ColorSpace.this2xyz", "java.awt.color.ICC_ColorSpace.xyz2this"};
        }
    }

    /** How the graph treats fonts: one of a file is refused. */
    public static final class Fonts extends Kind {
        @Override
        public String[] skippedFields() {
            return new String[] {FONT + ".peer", FONT + ".pData", FONT + ".font2DHandle", FONT + ".flmref"};
        }

        @Override
        public boolean admits(Object o) {
            Class<?> in = o.getClass();
            while (!in.getName().equals(FONT)) {
                in = in.getSuperclass();
            }
            return !(Boolean) Access.getField(o, in, "createdFont"); // it is found by its name
        }
    }
}
