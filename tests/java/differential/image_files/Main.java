import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.File;
import javax.imageio.ImageIO;

/** Images that were written to a file and read again, before the checkpoint and behind it. */
public class Main {
    public static void main(String[] args) throws Exception {
        System.setProperty("java.awt.headless", "true");
        BufferedImage image = new BufferedImage(8, 6, BufferedImage.TYPE_INT_RGB);
        for (int x = 0; x < 8; x++) {
            image.setRGB(x, x % 6, x * 1000);
        }
        ImageIO.write(image, "png", new File("image.png"));
        BufferedImage again = ImageIO.read(new File("image.png"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(); // written by way of a file that is deleted at exit
        ImageIO.write(again, "png", bytes);
        System.out.println(again.getRGB(3, 3) + " " + bytes.size()); // here
        again.setRGB(0, 0, 77);
        bytes.reset();
        System.out.println(ImageIO.write(again, "bmp", bytes) + " " + bytes.size());
        System.out.println(ImageIO.read(new File("image.png")).getRGB(5, 5));
    }
}
