import java.io.ObjectInputStream;
import java.io.IOException;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.WrongMethodTypeException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.util.IdentityHashMap;
import java.util.Map;
import sun.reflect.ReflectionFactory;

/** Reflective objects with a state that is not in their name: modes, arity, access checks that are off, exactness, final fields. */
public class Main {
    static class Point {
        int x = 7;
        final int y;

        Point() {
            y = 3;
        }

        private int add(int a, long b) {
            return (int) (a + b);
        }

        static String join(String... all) {
            return String.join("-", all);
        }
    }

    static class Wide extends Point {}

    static class Serial implements Serializable {
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }

        private Object readResolve() {
            return "resolved";
        }
    }

    static int count(Object[] all) {
        return all.length;
    }

    public static void main(String[] args) throws Throwable {
        Lookup own = MethodHandles.lookup();
        Lookup[] lookups = {own, own.dropLookupMode(Lookup.PRIVATE), MethodHandles.privateLookupIn(Point.class, own), own.in(String.class),
            MethodHandles.publicLookup(), own.in(Point.class), own.in(java.sql.Date.class), MethodHandles.publicLookup().in(Point.class),
            own.dropLookupMode(Lookup.ORIGINAL), own.dropLookupMode(Lookup.MODULE), own.dropLookupMode(Lookup.PUBLIC),
            own.in(String.class).in(java.sql.Date.class)};
        VarHandle exact = own.findVarHandle(Point.class, "x", int.class).withInvokeExactBehavior();
        VarHandle loose = own.findVarHandle(Point.class, "x", int.class);
        VarHandle elements = MethodHandles.arrayElementVarHandle(int[].class).withInvokeExactBehavior();
        VarHandle bytes = MethodHandles.byteArrayViewVarHandle(long[].class, java.nio.ByteOrder.BIG_ENDIAN).withInvokeExactBehavior();
        MethodHandle join = own.findStatic(Point.class, "join", MethodType.methodType(String.class, String[].class));
        MethodHandle fixed = join.asFixedArity();
        MethodHandle again = fixed.withVarargs(true);
        MethodHandle count = own.findStatic(Main.class, "count", MethodType.methodType(int.class, Object[].class)).withVarargs(true);
        Field y = Point.class.getDeclaredField("y");
        y.setAccessible(true);
        MethodHandle set = own.unreflectSetter(y);
        MethodHandle get = own.unreflectGetter(y);
        Method open = Point.class.getDeclaredMethod("add", int.class, long.class);
        open.setAccessible(true);
        Method closed = Point.class.getDeclaredMethod("add", int.class, long.class);
        Parameter parameter = open.getParameters()[1];
        Map<Object, String> names = new IdentityHashMap<>();
        names.put(open, "open");
        names.put(closed, "closed");
        ReflectionFactory factory = ReflectionFactory.getReflectionFactory();
        MethodHandle read = factory.readObjectForSerialization(Serial.class);
        MethodHandle resolve = factory.readResolveForSerialization(Serial.class);
        InvocationHandler handler = (self, method, arguments) -> null;
        Object proxy = Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] {Runnable.class}, handler);
        Method ofProxy = proxy.getClass().getMethod("run");
        Constructor<?> makesProxy = proxy.getClass().getConstructor(InvocationHandler.class);
        System.out.println("before");
        for (Lookup each : lookups) { // here
            System.out.println(each + " " + each.lookupModes() + " " + each.previousLookupClass());
        }
        for (VarHandle each : new VarHandle[] {exact, loose}) {
            try {
                System.out.println(each.get((Object) new Wide()));
            } catch (WrongMethodTypeException e) {
                System.out.println("not of the exact type");
            }
        }
        System.out.println(exact.hasInvokeExactBehavior() + " " + loose.hasInvokeExactBehavior() + " " + elements.hasInvokeExactBehavior()
            + " " + bytes.hasInvokeExactBehavior());
        System.out.println(join.invoke("a", "b") + " " + fixed.invoke(new String[] {"c"}) + " " + again.invoke("d") + " " + count.invoke(1, 2, 3));
        System.out.println(join.isVarargsCollector() + " " + fixed.isVarargsCollector() + " " + again.isVarargsCollector());
        Point point = new Point();
        set.invoke(point, 9);
        System.out.println(get.invoke(point));
        y.setInt(point, 10);
        System.out.println(point.y);
        System.out.println(open.invoke(point, 1, 2L) + " " + open.equals(closed) + " " + names.get(open) + names.get(closed)
            + " " + open.canAccess(point) + closed.canAccess(point) + " " + (parameter.getDeclaringExecutable() == open) + parameter);
        System.out.println(read.type() + " " + resolve.invoke(new Serial()));
        ofProxy.invoke(proxy);
        System.out.println((ofProxy.getDeclaringClass() == proxy.getClass()) + " " + (makesProxy.newInstance(handler).getClass() == proxy.getClass()));
    }
}
