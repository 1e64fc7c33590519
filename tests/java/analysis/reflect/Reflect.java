import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** What reflection reaches. The test names the part to run by the class with the main method. */
class Made {
    Object held;
    volatile Object swapped;
    static Object shared;

    Made() {}

    Made(Object held) {
        this.held = held;
    }

    Object twice(Object given) {
        return given;
    }

    static Object both(Object first, String second) {
        return first;
    }

    void never() {
        Never.run();
    }
}

class Never {
    static void run() {}
}

class A {}

class B {}

class Sink {
    /** The test asks for the objects of `value`. */
    static void take(Object value) {}

    static void other(Object value) {}
}

class ForName {
    public static void main(String[] args) throws Exception {
        Sink.take(Class.forName("Made").newInstance());
    }
}

class ForNameHelper {
    String name = "A";

    static Object make(String name) throws Exception {
        Class<?> found = Class.forName(name);
        return found.getDeclaredConstructor().newInstance();
    }

    public static void main(String[] args) throws Exception {
        Sink.take(make(new ForNameHelper().name));
    }
}

class Invoke {
    public static void main(String[] args) throws Exception {
        Method method = Made.class.getDeclaredMethod("twice", Object.class);
        Sink.take(method.invoke(new Made(), new A()));
        Sink.other(Made.class.getDeclaredMethod("both", Object.class, String.class).invoke(null, new B(), "text"));
    }
}

class Construct {
    public static void main(String[] args) throws Exception {
        Constructor<Made> constructor = Made.class.getDeclaredConstructor(Object.class);
        Sink.take(constructor.newInstance(new A()).held);
    }
}

class Unknown {
    public static void main(String[] args) throws Exception {
        Sink.take(Class.forName(args[0] + "x").newInstance());
    }
}

class UnknownMethod {
    public static void main(String[] args) throws Exception {
        for (Method method : Made.class.getDeclaredMethods()) {
            Sink.take(method.invoke(new Made(), new A()));
        }
    }
}

class Throws {
    static void fails() {
        throw new IllegalStateException();
    }

    public static void main(String[] args) throws Exception {
        try {
            Throws.class.getDeclaredMethod("fails").invoke(null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            Sink.take(e.getCause());
        }
    }
}

class Fields {
    public static void main(String[] args) throws Exception {
        Made made = new Made();
        Field field = Made.class.getDeclaredField("held");
        field.set(made, new A());
        Sink.take(made.held);
        Sink.other(field.get(made));
        Made.class.getDeclaredField("shared").set(null, new B());
    }
}

class Proxied {
    interface Asked {
        Object ask(Object value);
    }

    static class Handler implements InvocationHandler {
        public Object invoke(Object proxy, Method method, Object[] args) {
            Sink.other(method);
            return args[0];
        }
    }

    public static void main(String[] args) {
        Asked asked = (Asked) Proxy.newProxyInstance(Asked.class.getClassLoader(), new Class<?>[] {Asked.class}, new Handler());
        Sink.take(asked.ask(new A()));
    }
}

class Services {
    public interface Service {
        Object serve();
    }

    public static class Provider implements Service {
        public Object serve() {
            return new A();
        }
    }

    public static class NoProvider implements Service {
        public Object serve() {
            return new B();
        }
    }

    public static void main(String[] args) {
        for (Service service : ServiceLoader.load(Service.class)) {
            Sink.take(service.serve());
        }
        ServiceLoader.load(Service.class).findFirst().ifPresent(service -> Sink.other(service));
        ServiceLoader.load(Service.class).stream().map(ServiceLoader.Provider::get).forEach(service -> last(service));
    }

    static void last(Service service) {}
}

class Handles {
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle handle = lookup.findVirtual(Made.class, "twice", MethodType.methodType(Object.class, Object.class));
        Sink.take((Object) handle.invokeExact(new Made(), (Object) new A()));
        MethodHandle bound = handle.bindTo(new Made());
        Sink.other(bound.invoke(new B()));
        MethodHandle made = lookup.findConstructor(Made.class, MethodType.methodType(void.class, Object.class));
        last(((Made) made.invoke((Object) "text")).held);
    }

    static void last(Object value) {}
}

/** The JDK makes objects of classes that settings name. */
class Configured {
    static void log(Object o) {}

    static void opened(Object o) {}

    public static class Log extends java.util.logging.Handler {
        @Override
        public void publish(java.util.logging.LogRecord record) {
            log(new A());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    public static class Handler extends java.net.URLStreamHandler {
        @Override
        protected java.net.URLConnection openConnection(java.net.URL url) {
            opened(new B());
            return null;
        }
    }

    public static void main(String[] args) throws Exception {
        java.util.logging.LogManager.getLogManager().readConfiguration(new java.io.ByteArrayInputStream(new byte[0]));
        java.util.logging.Logger.getLogger("any").info("logged");
        new java.net.URL(args[0]).openConnection();
    }
}

/** The JDK keeps what these hold in fields that it reaches by handles of variables. */
class Held {
    static void last(Object o) {}

    public static void main(String[] args) {
        Sink.take(new java.util.concurrent.atomic.AtomicReference<Object>(new A()).getAndSet(null));
        java.util.concurrent.ConcurrentSkipListMap<String, Object> map = new java.util.concurrent.ConcurrentSkipListMap<>();
        map.put("b", new B());
        Sink.other(map.get("b"));
        last(java.util.concurrent.CompletableFuture.completedFuture(new A()).thenApply(a -> new B()).join());
    }
}

class Variables {
    static final VarHandle HELD;
    static final VarHandle ELEMENTS = MethodHandles.arrayElementVarHandle(Object[].class);

    static {
        try {
            HELD = MethodHandles.lookup().findVarHandle(Made.class, "held", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        Made made = new Made();
        HELD.setRelease(made, new A());
        Sink.take(made.held);
        Sink.other(made.swapped);
        Object[] array = new Object[1];
        ELEMENTS.compareAndSet(array, 0, null, new B());
        last(ELEMENTS.getVolatile(array, 0));
    }

    static void last(Object value) {}
}

class Updaters {
    static final AtomicReferenceFieldUpdater<Made, Object> SWAPPED =
            AtomicReferenceFieldUpdater.newUpdater(Made.class, Object.class, "swapped");

    public static void main(String[] args) {
        Made made = new Made();
        SWAPPED.compareAndSet(made, null, new A());
        Sink.take(made.swapped);
    }
}

class Enums {
    enum Colour {
        RED,
        BLUE
    }

    public static void main(String[] args) {
        Sink.take(Enum.valueOf(Colour.class, args[0]));
        Sink.other(Colour.class.getEnumConstants()[0]);
    }
}

class Arrays {
    public static void main(String[] args) {
        Object[] from = {new A()};
        Sink.take(from.clone()[0]);
        Object[] to = new Object[1];
        System.arraycopy(from, 0, to, 0, 1);
        Sink.other(to[0]);
        last(((Object[]) java.lang.reflect.Array.newInstance(A.class, 1)));
    }

    static void last(Object value) {}
}

class Nested {
    public static void main(String[] args) {
        Object made = new A();
        for (String each : args) {
            made = java.lang.reflect.Array.newInstance(made.getClass(), each.length());
        }
        last(made);
    }

    static void last(Object value) {}
}

class Threads {
    public static void main(String[] args) {
        new Thread(() -> Sink.take(new A())).start();
    }
}

class Annotated {
    enum Kind { LEFT, RIGHT }

    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
    @interface Part {
        int size() default 1;
    }

    @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
    @interface Marked {
        String name() default "";

        Kind[] kinds() default {Kind.LEFT};

        Part part() default @Part;

        Class<?> made() default A.class;
    }

    @Marked
    static class Bearer {}

    /** The test asks for the objects of `value`. */
    static void last(Object value) {}

    static void type(Object value) {}

    static void any(Object value) {}

    public static void main(String[] args) throws Exception {
        Marked marked = Bearer.class.getAnnotation(Marked.class);
        Sink.take(marked.name());
        Sink.other(marked.kinds()[0]);
        last(marked.part());
        type(marked.made().getDeclaredConstructor().newInstance());
        any(Bearer.class.getAnnotationsByType(Part.class)[0]);
    }
}

class Defined extends ClassLoader {
    public static void main(String[] args) throws Exception {
        Defined loader = new Defined();
        Sink.take(loader.defineClass("A", new byte[1], 0, 1).getDeclaredConstructor().newInstance());
        Sink.other(loader.defineClass(args[0] + "x", new byte[1], 0, 1).getDeclaredConstructor().newInstance());
    }
}

class Parsers {
    public static void main(String[] args) throws Exception {
        Sink.take(javax.xml.parsers.DocumentBuilderFactory.newInstance());
        Sink.other(javax.xml.parsers.SAXParserFactory.newInstance().newSAXParser());
    }
}

class FileSystemsUsed {
    public static void main(String[] args) throws Exception {
        java.net.URI uri = java.net.URI.create("jrt:/");
        Sink.take(java.nio.file.FileSystems.newFileSystem(uri, java.util.Map.of()).getPath("modules"));
        Sink.other(java.nio.file.FileSystems.getFileSystem(uri).getRootDirectories().iterator().next());
    }
}

class MembersOfAny {
    public static void main(String[] args) {
        for (Field field : Made.class.getDeclaredFields()) {
            Sink.take(field.getType());
        }
        for (Method method : Made.class.getMethods()) {
            Sink.other(method.getReturnType());
        }
    }
}

class StaticsByName {
    static int number;
    static int increased;
    static Object read = "read";
    static Object written;
    static Object handled = "handled";
    static volatile int varied;
    static Object untouched;

    public static void main(String[] args) throws Throwable {
        StaticsByName.class.getDeclaredField("number").getInt(null);
        StaticsByName.class.getDeclaredField("increased").setInt(null, 1);
        Sink.take(StaticsByName.class.getDeclaredField("read").get(null));
        StaticsByName.class.getDeclaredField("written").set(null, new A());
        var lookup = java.lang.invoke.MethodHandles.lookup();
        Sink.other(lookup.findStaticGetter(StaticsByName.class, "handled", Object.class).invoke());
        lookup.findStaticVarHandle(StaticsByName.class, "varied", int.class).getAndAdd(1);
    }
}

class Bundled {
    public static void main(String[] args) {
        Sink.take(java.util.ResourceBundle.getBundle(args[0]).getObject("key"));
    }

    public static class Texts extends java.util.ListResourceBundle {
        protected Object[][] getContents() {
            return new Object[][] {{"key", new A()}};
        }
    }
}
