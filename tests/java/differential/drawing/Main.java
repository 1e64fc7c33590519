import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Cursor;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.GradientPaint;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;

/** Drawing that goes on behind the checkpoint: with the colours, clips and transforms of before, on the same images. */
public class Main {
    static final Graphics2D SMALL = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();

    static long sum(BufferedImage image) {
        DataBuffer data = image.getRaster().getDataBuffer();
        long sum = 0;
        for (int i = 0; i < data.getSize(); i++) {
            sum = 31 * sum + data.getElem(i);
        }
        return sum;
    }

    static void scene(Graphics2D g, int seed) {
        g.fill(new Ellipse2D.Double(20 + seed, 10, 60, 40));
        g.draw(new Rectangle(5, 5 + seed, 70, 50));
        Path2D path = new Path2D.Double();
        path.moveTo(0, seed);
        path.curveTo(40, 80, 80, -20, 120, seed * 2);
        g.draw(path);
        g.drawLine(0, 0, 99, 99);
    }

    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true");
        int[] types = {BufferedImage.TYPE_INT_ARGB, BufferedImage.TYPE_INT_RGB, BufferedImage.TYPE_BYTE_GRAY, BufferedImage.TYPE_3BYTE_BGR,
            BufferedImage.TYPE_BYTE_INDEXED, BufferedImage.TYPE_USHORT_565_RGB};
        BufferedImage[] images = new BufferedImage[types.length];
        Graphics2D[] open = new Graphics2D[types.length];
        for (int i = 0; i < types.length; i++) {
            images[i] = new BufferedImage(120, 100, types[i]);
            open[i] = images[i].createGraphics();
            open[i].setColor(new Color(200, 30 * i, 90));
            open[i].setBackground(Color.PINK);
            open[i].setStroke(new BasicStroke(2.5f + i, BasicStroke.CAP_ROUND, BasicStroke.JOIN_BEVEL, 3f, new float[] {7, 3}, i));
            scene(open[i], i);
        }
        open[0].setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        open[0].setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, 0.4f));
        open[1].setClip(new Ellipse2D.Double(10, 10, 80, 60));
        open[2].rotate(0.3, 50, 50);
        open[3].setPaint(new GradientPaint(0, 0, Color.RED, 90, 90, Color.BLUE, true));
        open[4].setXORMode(Color.YELLOW);
        Graphics second = open[5].create(10, 10, 50, 50);
        Graphics2D done = images[1].createGraphics();
        done.dispose();
        Cursor hand = Cursor.getPredefinedCursor(Cursor.HAND_CURSOR);
        Font font = new Font(Font.SANS_SERIF, Font.ITALIC, 13);
        FontMetrics metrics = null;
        String widths = "";
        try {
            SMALL.setFont(font);
            metrics = SMALL.getFontMetrics(font);
            widths += metrics.stringWidth("before");
        } catch (LinkageError | RuntimeException noFonts) {
            widths += noFonts;
        }
        images[1].getGraphics().drawImage(images[0].getScaledInstance(60, 50, Image.SCALE_FAST), 0, 0, null);
        System.out.println("before " + sum(images[0]) + " " + widths);
        System.out.println("behind"); // here
        for (int i = 0; i < types.length; i++) {
            scene(open[i], 10 + i);
            open[i].drawImage(images[(i + 1) % types.length], 30, 40, 50, 30, null);
            open[i].drawImage(images[0].getScaledInstance(20, 30, Image.SCALE_FAST), 70, 60, null);
            System.out.println(types[i] + " " + Long.toHexString(sum(images[i])) + " " + open[i].getColor() + " " + open[i].getClipBounds() + " " + open[i].getTransform());
            open[i].clearRect(3, 3, 9, 9);
        }
        System.out.println(hand.getName() + " " + (hand == Cursor.getPredefinedCursor(Cursor.HAND_CURSOR)));
        second.fillRect(0, 0, 100, 100);
        done.drawLine(0, 0, 9, 9);
        System.out.println(Long.toHexString(sum(images[5])) + " " + Long.toHexString(sum(images[1])));
        System.out.println(SMALL.getDeviceConfiguration().getBounds() + " " + SMALL.getRenderingHints().size());
        if (metrics != null) {
            open[0].setFont(font);
            open[0].drawString("after", 4, 60);
            System.out.println(metrics.stringWidth("after") + " " + metrics.getHeight() + " " + metrics.charWidth('\u4e2d') + " " + SMALL.getFontMetrics().stringWidth("W")
                + " " + SMALL.getFont() + " " + Long.toHexString(sum(images[0])));
        }
    }
}
