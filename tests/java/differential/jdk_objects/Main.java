import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.ProtectionDomain;
import java.security.SecureRandom;
import java.rmi.dgc.VMID;
import java.rmi.server.UID;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import java.util.logging.Logger;

/** Objects of the JDK that libraries hold: views of bytes, handles of other types, beans, domains, drivers, images. */
public class Main {
    static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle SHORTS = MethodHandles.byteBufferViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

    /** A database of which there is nothing but the driver. */
    public static final class NoDriver implements Driver {
        static final NoDriver INSTANCE = new NoDriver();
        private int asked;

        static {
            try {
                DriverManager.registerDriver(INSTANCE);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public Connection connect(String url, Properties info) {
            asked++;
            return null;
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith("jdbc:none");
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return asked;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return null;
        }
    }

    static void connect() {
        try {
            DriverManager.getConnection("jdbc:none:x");
        } catch (SQLException e) {
            System.out.println(e.getMessage());
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle make = lookup.findConstructor(StringBuilder.class, MethodType.methodType(void.class, String.class))
            .asType(MethodType.methodType(Object.class, String.class));
        MethodHandle trim = lookup.findVirtual(String.class, "trim", MethodType.methodType(String.class))
            .asType(MethodType.methodType(CharSequence.class, String.class));
        MethodHandle asks = lookup.findVirtual(Method.class, "canAccess", MethodType.methodType(boolean.class, Object.class)); // its caller
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
        ProtectionDomain[] domains = {Main.class.getProtectionDomain(), Object.class.getProtectionDomain()};
        Class.forName(NoDriver.class.getName());
        connect();
        DriverManager.setLoginTimeout(7);
        System.Logger logger = System.getLogger("quiet");

        System.setProperty("java.awt.headless", "true");
        BufferedImage image = new BufferedImage(20, 10, BufferedImage.TYPE_INT_ARGB);
        BufferedImage gray = new BufferedImage(8, 8, BufferedImage.TYPE_BYTE_GRAY);
        image.setRGB(3, 4, 0xff123456);
        gray.setRGB(1, 1, 0xffffffff);
        RenderingHints hints = new RenderingHints(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        Font font = new Font("Serif", Font.BOLD, 12).deriveFont(13.5f);

        UID small = new UID((short) 7);
        VMID large = new VMID();
        SecureRandom seeded = SecureRandom.getInstance("SHA1PRNG");
        seeded.setSeed(9);
        System.out.println(seeded.nextInt());
        int hash = large.hashCode();
        System.out.println("made"); // here
        System.out.println(seeded.nextInt());
        System.out.println(small + " " + small.equals(new UID((short) 7)) + " " + (large.hashCode() == hash));
        byte[] bytes = new byte[16];
        LONGS.set(bytes, 3, 0x0102030405060708L);
        System.out.println(bytes[3] + " " + bytes[10] + " " + (short) SHORTS.get(ByteBuffer.wrap(bytes), 3));
        Object made = make.invokeExact("text");
        CharSequence trimmed = (CharSequence) trim.invokeExact(" t ");
        System.out.println(made + " " + trimmed);
        System.out.println((boolean) asks.invokeExact(Object.class.getDeclaredMethod("clone"), new Object()));
        System.out.println(runtime == ManagementFactory.getRuntimeMXBean());
        System.out.println(collectors.get(0) == ManagementFactory.getGarbageCollectorMXBeans().get(0));
        System.out.println(domains[0] == Main.class.getProtectionDomain());
        System.out.println(domains[1] == Object.class.getProtectionDomain());
        connect();
        Driver driver = DriverManager.getDriver("jdbc:none:y");
        System.out.println((driver == NoDriver.INSTANCE) + " " + driver.getMinorVersion() + " " + DriverManager.getLoginTimeout());
        System.out.println(Collections.list(DriverManager.getDrivers()).size() + " " + logger.isLoggable(System.Logger.Level.DEBUG));

        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHints(hints);
        graphics.setColor(new Color(200, 100, 50));
        graphics.fillOval(2, 1, 9, 7);
        graphics.drawImage(gray, 10, 2, null);
        graphics.dispose();
        long sum = 0;
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                sum = sum * 31 + image.getRGB(x, y);
            }
        }
        System.out.println(sum + " " + gray.getRaster().getSample(1, 1, 0) + " " + image.getColorModel());
        System.out.println(font.getSize2D() + " " + font.equals(new Font("Serif", Font.BOLD, 12).deriveFont(13.5f)));
    }
}
