import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Objects of reflection, annotations and direct method handles, got before the checkpoint and used after it. */
public class Main {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Named {
        String value() default "none";

        int[] numbers() default {1, 2};

        Class<?> type() default Object.class;
    }

    @Named(value = "type", type = String.class)
    static class Base<T> {
        private int count = 3;
        final String name;
        List<? super T> things;

        private Base(String name) {
            this.name = name;
        }

        @Named("method")
        private <S extends Comparable<S>> int add(int n, S ignored) {
            return count += n;
        }

        static String twice(String text) {
            return text + text;
        }
    }

    record Pair(@Named("left") int left, String right) {}

    public static void main(String[] args) throws Throwable {
        Constructor<?> constructor = Base.class.getDeclaredConstructor(String.class);
        constructor.setAccessible(true);
        Method add = Base.class.getDeclaredMethod("add", int.class, Comparable.class);
        add.setAccessible(true);
        Field count = Base.class.getDeclaredField("count");
        count.setAccessible(true);
        Method closed = Base.class.getDeclaredMethod("add", int.class, Comparable.class);
        Map<AnnotatedElement, String> names = new HashMap<>();
        names.put(add, "add");
        names.put(count, "count");
        names.put(constructor, "constructor");
        names.put(Base.class, "class");
        Named annotation = Base.class.getAnnotation(Named.class);
        Type things = Base.class.getDeclaredField("things").getGenericType();
        MethodHandle twice = MethodHandles.lookup().findStatic(Base.class, "twice", MethodType.methodType(String.class, String.class));
        // asks for the class of its caller, whose loader it takes
        MethodHandle forName = MethodHandles.lookup().findStatic(Class.class, "forName", MethodType.methodType(Class.class, String.class));
        Object base = constructor.newInstance("made before");
        add.invoke(base, 4, "x");
        InvocationHandler handler = (self, method, arguments) -> method.getName() + (arguments == null ? 0 : arguments.length);
        Object[] records = Pair.class.getRecordComponents();
        Package[] packages = {java.util.concurrent.atomic.AtomicLong.class.getPackage(), java.sql.Date.class.getPackage(), Package.getPackage("java.util.zip")};
        System.out.println("before");
        System.out.println(add.invoke(base, 5, "y") + " " + count.getInt(base) + " " + ((Base<?>) constructor.newInstance("after")).name); // here
        count.setInt(base, 100);
        System.out.println(add.invoke(base, 1, "z") + " " + closed.canAccess(base) + add.canAccess(base) + " " + add.equals(closed) + " " + add.toGenericString());
        for (AnnotatedElement element : new AnnotatedElement[] {closed, Base.class.getDeclaredField("count"), Base.class}) {
            System.out.println(names.get(element) + " " + element.getAnnotations().length);
        }
        System.out.println(annotation.value() + " " + annotation.numbers().length + " " + annotation.type() + " " + annotation.equals(Base.class.getAnnotation(Named.class))
            + " " + add.getAnnotation(Named.class).value());
        System.out.println(((ParameterizedType) things).getActualTypeArguments()[0] + " " + things.equals(Base.class.getDeclaredField("things").getGenericType()));
        System.out.println((String) twice.invokeExact("ab") + " " + twice.type());
        System.out.println((Class<?>) forName.invokeExact("Main$Pair"));
        System.out.println(((java.lang.reflect.RecordComponent) records[0]).getAccessor().invoke(new Pair(6, "r")) + " " + records[1]);
        Runnable proxy = (Runnable) Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] {Runnable.class}, handler);
        proxy.run();
        System.out.println(proxy);
        for (Package one : packages) {
            System.out.println(one + " " + (one == java.util.concurrent.atomic.AtomicLong.class.getPackage()) + " " + (one == java.sql.Date.class.getPackage())
                + " " + (one == java.util.zip.ZipFile.class.getPackage()));
        }
    }
}
