import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerNotification;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import javax.management.relation.MBeanServerNotificationFilter;

/** Listeners at beans of the JVM: at the server's own, with a filter and an attachment and without, and at the collectors. */
public class Main {
    public static class Plain implements PlainMBean {}

    public interface PlainMBean {}

    static class Listener implements NotificationListener {
        final String own;
        int told;

        Listener(String own) {
            this.own = own;
        }

        @Override
        public void handleNotification(Notification notification, Object attached) {
            MBeanServerNotification of = (MBeanServerNotification) notification;
            System.out.println(own + " is told " + ++told + " " + of.getType() + " " + of.getMBeanName() + " " + attached);
        }
    }

    /** Is told of collections by a thread of the JVM's. */
    static class Collections implements NotificationListener {
        volatile CountDownLatch told = new CountDownLatch(1);
        volatile String type;

        @Override
        public void handleNotification(Notification notification, Object attached) {
            type = notification.getType() + " " + attached;
            told.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Listener all = new Listener("all");
        Listener some = new Listener("some");
        Listener taken = new Listener("taken");
        MBeanServerNotificationFilter filter = new MBeanServerNotificationFilter();
        filter.disableAllObjectNames();
        filter.enableObjectName(new ObjectName("main:type=Second"));
        server.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, some, filter, "attached");
        server.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, taken, null, null);
        server.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, all, null, null);
        server.registerMBean(new Plain(), new ObjectName("main:type=First"));
        server.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, taken);
        Collections collections = new Collections();
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) bean).addNotificationListener(collections, null, "of a collector");
        }
        work(server, all, collections);
    }

    static void work(MBeanServer server, Listener all, Collections collections) throws Exception {
        System.out.println("begins");
        server.registerMBean(new Plain(), new ObjectName("main:type=Second"));
        server.unregisterMBean(new ObjectName("main:type=First"));
        server.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, all);
        server.unregisterMBean(new ObjectName("main:type=Second"));
        collections.told = new CountDownLatch(1);
        System.gc();
        collections.told.await();
        System.out.println(collections.type);
        System.out.println(all.told);
        for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) bean).removeNotificationListener(collections);
        }
    }
}
