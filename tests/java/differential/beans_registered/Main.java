import java.lang.management.ManagementFactory;
import java.util.TreeSet;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanRegistration;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** Managed beans that the server calls when they are registered: they were called before the checkpoint, and are not called again. */
public class Main {
    /** What all of them do when they are called. */
    static class Called implements MBeanRegistration {
        final String own;
        MBeanServer server;
        ObjectName name;
        int calls;

        Called(String own) {
            this.own = own;
        }

        @Override
        public ObjectName preRegister(MBeanServer server, ObjectName name) throws Exception {
            calls++;
            this.server = server;
            this.name = name != null ? name : new ObjectName("main:type=Unnamed");
            System.out.println(own + " comes as " + this.name);
            return this.name;
        }

        @Override
        public void postRegister(Boolean done) {
            System.out.println(own + " is there: " + done);
        }

        @Override
        public void preDeregister() {
            System.out.println(own + " goes");
        }

        @Override
        public void postDeregister() {
            System.out.println(own + " is gone");
        }

        public int getCalls() {
            return calls;
        }
    }

    public interface PlainMBean {
        int getCalls();
    }

    public static class Plain extends Called implements PlainMBean {
        Plain() {
            super("plain");
        }
    }

    public interface OpenMXBean {
        int getCalls();

        OpenMXBean getSelf();
    }

    public static class Open extends Called implements OpenMXBean {
        Open() {
            super("open");
        }

        @Override
        public OpenMXBean getSelf() {
            return this;
        }
    }

    public static class Dynamic extends Called implements DynamicMBean {
        Dynamic() {
            super("dynamic");
        }

        @Override
        public Object getAttribute(String attribute) {
            return calls;
        }

        @Override
        public void setAttribute(Attribute attribute) {}

        @Override
        public AttributeList getAttributes(String[] attributes) {
            return new AttributeList();
        }

        @Override
        public AttributeList setAttributes(AttributeList attributes) {
            return attributes;
        }

        @Override
        public Object invoke(String action, Object[] params, String[] signature) {
            return null;
        }

        @Override
        public MBeanInfo getMBeanInfo() {
            return new MBeanInfo("Dynamic", "calls", new MBeanAttributeInfo[] {new MBeanAttributeInfo("Calls", "int", "", true, false, false)},
                null, null, null);
        }
    }

    public interface Shape {
        int getCalls();

        String getOwn();
    }

    /** Of the JDK's class, told of its registration by overriding what that class has. */
    static class Standard extends StandardMBean implements Shape {
        private final String own;
        private int calls;

        Standard(String own, boolean open) {
            super(Shape.class, open);
            this.own = own;
        }

        @Override
        public ObjectName preRegister(MBeanServer server, ObjectName name) throws Exception {
            System.out.println(own + " comes");
            calls++;
            return super.preRegister(server, name);
        }

        @Override
        public int getCalls() {
            return calls;
        }

        @Override
        public String getOwn() {
            return own;
        }
    }

    public interface PlainlyMBean {}

    public static class Plainly implements Shape, PlainlyMBean {
        @Override
        public int getCalls() {
            return 1;
        }

        @Override
        public String getOwn() {
            return "held by the JDK's own";
        }
    }

    public static void main(String[] args) throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        Plain plain = new Plain();
        server.registerMBean(plain, null);
        server.registerMBean(new Open(), new ObjectName("main:type=Open"));
        Dynamic dynamic = new Dynamic();
        server.registerMBean(dynamic, new ObjectName("main:type=Dynamic"));
        Standard standard = new Standard("standard", false);
        Standard open = new Standard("open standard", true);
        server.registerMBean(standard, new ObjectName("main:type=Standard"));
        server.registerMBean(open, new ObjectName("main:type=OpenStandard"));
        server.registerMBean(new StandardMBean(new Plainly(), Shape.class), new ObjectName("main:type=Held"));
        server.registerMBean(new Plainly(), new ObjectName("main:type=Gone"));
        server.unregisterMBean(new ObjectName("main:type=Gone"));
        Standard late = new Standard("late", true);
        System.out.println(server.getMBeanInfo(new ObjectName("main:type=Standard")).getAttributes().length);
        System.out.println("before"); // here
        System.out.println(plain.server == server);
        for (ObjectName name : new TreeSet<>(server.queryNames(new ObjectName("main:*"), null))) {
            System.out.println(name + " " + server.getAttribute(name, "Calls") + " " + server.getObjectInstance(name).getClassName());
        }
        System.out.println(server.getAttribute(new ObjectName("main:type=Open"), "Self"));
        System.out.println(server.getAttribute(new ObjectName("main:type=OpenStandard"), "Own"));
        System.out.println(server.getAttribute(new ObjectName("main:type=Held"), "Own"));
        System.out.println(server.getMBeanInfo(new ObjectName("main:type=Standard")) == standard.getMBeanInfo());
        System.out.println(standard.getMBeanInterface() + " " + standard.getImplementationClass());
        try {
            server.registerMBean(open, new ObjectName("main:type=Again"));
        } catch (JMException e) {
            System.out.println(e);
        }
        server.registerMBean(late, new ObjectName("main:type=Late"));
        server.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, (told, with) ->
            System.out.println(told.getType() + " " + told.getSequenceNumber()), null, null);
        server.unregisterMBean(dynamic.name);
        server.unregisterMBean(new ObjectName("main:type=Open"));
        server.registerMBean(new Open(), dynamic.name);
        System.out.println(server.getAttribute(dynamic.name, "Self") + " " + plain.getCalls());
    }
}
