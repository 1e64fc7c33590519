import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URLConnection;
import java.security.Security;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.ImmutableDescriptor;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanConstructorInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanNotificationInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.Notification;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;
import javax.management.modelmbean.DescriptorSupport;

/** Settings of the JDK that the program changed before the checkpoint hold after it. */
public class Main {
    public interface CountMBean {
        int getCount();
    }

    public static class Count extends NotificationBroadcasterSupport implements CountMBean {
        int count = 3;

        Count() {
            super(new MBeanNotificationInfo(new String[] {"counted"}, Notification.class.getName(), "tells of counts"));
        }

        @Override
        public int getCount() {
            return count;
        }
    }

    public static void main(String[] args) throws Exception {
        Security.setProperty("networkaddress.cache.ttl", "7");
        HttpURLConnection.setFollowRedirects(false);
        URLConnection.setDefaultAllowUserInteraction(true);
        URLConnection.setDefaultUseCaches("jar", false);
        CookieManager cookies = new CookieManager();
        CookieHandler.setDefault(cookies);
        cookies.getCookieStore().add(URI.create("http://example.org/"), new HttpCookie("name", "value"));
        ProxySelector.setDefault(ProxySelector.of(InetSocketAddress.createUnresolved("proxy.example.org", 8080)));
        ObjectInputFilter.Config.setSerialFilter(ObjectInputFilter.Config.createFilter("!java.util.Date;maxdepth=9"));
        Count count = new Count();
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        server.registerMBean(count, new ObjectName("main:type=Count"));
        ImmutableDescriptor described = new ImmutableDescriptor("since=1", "unit=none");
        MBeanInfo info = new MBeanInfo("Main", "all parts",
            new MBeanAttributeInfo[] {new MBeanAttributeInfo("Count", "int", "an attribute", true, false, false, described)},
            new MBeanConstructorInfo[] {new MBeanConstructorInfo("a constructor", Count.class.getDeclaredConstructor())},
            new MBeanOperationInfo[] {new MBeanOperationInfo("run", "an operation",
                new MBeanParameterInfo[] {new MBeanParameterInfo("times", "int", "a parameter")}, "void", MBeanOperationInfo.ACTION)},
            count.getNotificationInfo(), new DescriptorSupport("name=all", "descriptorType=mbean"));
        AttributeList attributes = new AttributeList(List.of(new Attribute("Count", 3)));
        Notification told = new Notification("counted", "source", 7, "kept");
        Thread.currentThread().getThreadGroup().setMaxPriority(4);
        Authenticator.setDefault(new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication("user of " + getRequestingHost(), new char[0]);
            }
        });
        System.out.println("before"); // here
        System.out.println(Authenticator.requestPasswordAuthentication("host", null, 80, "http", "", "").getUserName());
        System.out.println(Security.getProperty("networkaddress.cache.ttl"));
        System.out.println(HttpURLConnection.getFollowRedirects() + " " + URLConnection.getDefaultAllowUserInteraction()
            + " " + URLConnection.getDefaultUseCaches("jar") + " " + URLConnection.getDefaultUseCaches("file"));
        System.out.println(CookieHandler.getDefault() == cookies);
        System.out.println(cookies.getCookieStore().getCookies());
        System.out.println(ProxySelector.getDefault().select(URI.create("http://example.org/")));
        System.out.println(read(new ArrayList<>(List.of("a"))) + " " + read(new Date(0)));
        count.count++;
        System.out.println(server.getAttribute(new ObjectName("main:type=Count"), "Count"));
        System.out.println(info + " " + info.getDescriptor().getFieldValue("NAME") + " " + attributes.asList() + " " + told.getSource() + told.getSequenceNumber());
        server.addNotificationListener(new ObjectName("main:type=Count"), (heard, back) -> System.out.println(heard.getMessage() + back), null, "!");
        count.sendNotification(new Notification("counted", count, 1, "four"));
        System.out.println(server.getMBeanInfo(new ObjectName("main:type=Count")).getNotifications()[0].getDescription());
        System.out.println(server == ManagementFactory.getPlatformMBeanServer());
        System.out.println(Thread.currentThread().getThreadGroup().getMaxPriority() + " " + new Thread(() -> {}).getPriority());
    }

    static Object read(Object written) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(written);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        } catch (InvalidClassException e) {
            return "rejected";
        }
    }
}
