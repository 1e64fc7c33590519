import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Map;
import sun.reflect.ReflectionFactory;

/** Constructors for serialization, which make objects of another class than their own, and method handles of such. */
public class Main {
    static class Foo {
        int x = 7;

        Foo(String s) {
            throw new IllegalStateException();
        }

        protected Foo() {}
    }

    static class Bar extends Foo {
        Bar(int n) {
            throw new IllegalStateException();
        }
    }

    static class Serial implements java.io.Serializable {}

    public static void main(String[] args) throws Throwable {
        ReflectionFactory factory = ReflectionFactory.getReflectionFactory();
        Constructor<?> plain = factory.newConstructorForSerialization(Foo.class, Object.class.getDeclaredConstructor());
        Constructor<?> called = factory.newConstructorForSerialization(Bar.class, Foo.class.getDeclaredConstructor());
        Constructor<?> twin = factory.newConstructorForSerialization(Bar.class, Foo.class.getDeclaredConstructor());
        Constructor<?> own = factory.newConstructorForSerialization(Foo.class, Foo.class.getDeclaredConstructor());
        Constructor<?> list = factory.newConstructorForSerialization(ArrayList.class, Object.class.getDeclaredConstructor());
        Constructor<?> serial = factory.newConstructorForSerialization(Serial.class);
        Constructor<?> fails = factory.newConstructorForSerialization(Bar.class, Foo.class.getDeclaredConstructor(String.class));
        Map<Object, String> names = new IdentityHashMap<>();
        names.put(called, "called");
        names.put(twin, "twin");
        called.newInstance();
        own.setAccessible(false);
        MethodHandle[] handles = {MethodHandles.lookup().unreflectConstructor(called), MethodHandles.lookup().unreflectConstructor(plain)};
        System.out.println("before");
        for (Constructor<?> each : new Constructor<?>[] {plain, called, twin, own, list, serial}) { // here
            System.out.println(each + " " + each.canAccess(null) + " " + each.newInstance().getClass());
        }
        System.out.println(((Bar) called.newInstance()).x + " " + names.get(called) + names.get(twin) + called.equals(twin));
        for (MethodHandle handle : handles) {
            System.out.println(handle.invoke().getClass());
        }
        try {
            fails.newInstance("x");
        } catch (InvocationTargetException e) {
            for (StackTraceElement line : e.getCause().getStackTrace()) {
                System.out.println(line); // on older JDKs with a class that is generated, and numbered
            }
        }
        Constructor<?> later = factory.newConstructorForSerialization(Bar.class, Foo.class.getDeclaredConstructor(String.class));
        try {
            later.newInstance("x");
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause().getStackTrace()[1]);
        }
    }
}
