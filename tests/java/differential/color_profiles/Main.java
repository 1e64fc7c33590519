import java.awt.color.ColorSpace;
import java.awt.color.ICC_ColorSpace;
import java.awt.color.ICC_Profile;
import java.awt.image.BufferedImage;
import java.awt.image.ComponentColorModel;
import java.awt.image.DataBuffer;
import java.awt.image.WritableRaster;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;

/** Colour profiles of the program's own and of the JDK, colour spaces that have converted colours, and an image in one. */
public class Main {
    static ICC_Profile own;
    static ICC_Profile gray;
    static ICC_Profile standard;
    static ICC_ColorSpace space;
    static ColorSpace linear;
    static BufferedImage image;
    static final Map<ICC_Profile, String> NAMES = new IdentityHashMap<>();

    public static void main(String[] args) {
        standard = ICC_Profile.getInstance(ColorSpace.CS_sRGB);
        byte[] data = standard.getData();
        data[63]++; // another date: no profile of the JDK
        own = ICC_Profile.getInstance(data);
        gray = ICC_Profile.getInstance(ICC_Profile.getInstance(ColorSpace.CS_GRAY).getData());
        space = new ICC_ColorSpace(own);
        linear = ColorSpace.getInstance(ColorSpace.CS_LINEAR_RGB);
        NAMES.put(own, "own");
        NAMES.put(standard, "standard");
        ComponentColorModel model = new ComponentColorModel(space, false, false, BufferedImage.OPAQUE, DataBuffer.TYPE_BYTE);
        WritableRaster raster = model.createCompatibleWritableRaster(4, 4);
        image = new BufferedImage(model, raster, false, null);
        image.setRGB(1, 1, 0x123456);
        show("before");
        show("behind"); // here
        own.setData(ICC_Profile.icSigCopyrightTag, standard.getData(ICC_Profile.icSigCopyrightTag));
        show("changed");
        own = gray = standard = null;
        space = null;
        linear = null;
        image = null;
        NAMES.clear();
    }

    static void show(String when) {
        System.out.println(when + " " + NAMES.get(own) + " " + NAMES.get(standard) + " " + (own == space.getProfile()) + " " + NAMES.get(gray));
        System.out.println(own.getClass().getSimpleName() + " " + gray.getClass().getSimpleName() + " " + gray.getNumComponents());
        System.out.println(Arrays.hashCode(own.getData()) + " " + Arrays.hashCode(gray.getData()) + " " + Arrays.hashCode(standard.getData()));
        System.out.println(standard == ICC_Profile.getInstance(ColorSpace.CS_sRGB));
        System.out.println(Arrays.toString(space.toRGB(new float[] {0.1f, 0.5f, 0.9f})) + " " + Arrays.toString(space.fromRGB(new float[] {0.9f, 0.5f, 0.1f})));
        System.out.println(Arrays.toString(space.toCIEXYZ(new float[] {0.1f, 0.5f, 0.9f})) + " " + space.getName(1));
        System.out.println((linear == ColorSpace.getInstance(ColorSpace.CS_LINEAR_RGB)) + " " + Arrays.toString(linear.toRGB(new float[] {0.1f, 0.5f, 0.9f})));
        System.out.println(System.identityHashCode(own) + " " + System.identityHashCode(space));
        System.out.println(Integer.toHexString(image.getRGB(1, 1)) + " " + Integer.toHexString(image.getRGB(0, 0)));
    }
}
