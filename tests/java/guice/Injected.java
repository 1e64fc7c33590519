import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.matcher.Matchers;
import com.google.inject.name.Named;
import jakarta.inject.Inject;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;

/** An injector with interceptors, providers, a singleton and a child injector, used before the checkpoint and after it. */
public class Injected {
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    public @interface Logged {}

    /** Is bound to a class. */
    public interface Greeter {
        String greet(String name);
    }

    public static class Polite implements Greeter {
        private final Counter counter;

        @Inject
        Polite(Counter counter) {
            this.counter = counter;
        }

        @Override
        @Logged
        public String greet(String name) {
            return "Good day, " + name + " (" + counter.next() + ")";
        }
    }

    public static class Counter {
        private int last;

        public synchronized int next() {
            return ++last;
        }
    }

    public static class Service {
        @Inject Provider<Greeter> greeters;
        @Inject @Named("title") String title;
        private Counter counter;

        @Inject
        void setCounter(Counter counter) {
            this.counter = counter;
        }

        @Logged
        protected String serve(String who) {
            return title + ": " + greeters.get().greet(who) + " " + counter.next();
        }

        @Logged
        int add(int a, long b) {
            return (int) (a + b);
        }
    }

    static class Log implements MethodInterceptor {
        final List<String> names = new ArrayList<>();

        @Override
        public Object invoke(MethodInvocation call) throws Throwable {
            names.add(call.getMethod().getName());
            Object result = call.proceed();
            return result instanceof String ? "[" + result + "]" : result;
        }
    }

    static class Bindings extends AbstractModule {
        final Log log = new Log();

        @Override
        protected void configure() {
            bind(Greeter.class).to(Polite.class);
            bind(Counter.class).in(Singleton.class);
            bindInterceptor(Matchers.any(), Matchers.annotatedWith(Logged.class), log);
        }

        @Provides
        @Named("title")
        String title(Counter counter) {
            return "T" + counter.next();
        }
    }

    public static void main(String[] args) {
        Bindings bindings = new Bindings();
        Injector injector = Guice.createInjector(bindings);
        Service service = injector.getInstance(Service.class);
        System.out.println(service.serve("Ann") + service.add(1, 2));
        check(injector, service, bindings);
    }

    static void check(Injector injector, Service service, Bindings bindings) {
        System.out.println(service.serve("Bob"));
        System.out.println(injector.getInstance(Service.class).serve("Cid"));
        System.out.println(service.add(3, 4) + " " + bindings.log.names);
        Injector child = injector.createChildInjector(new AbstractModule() {
            @Override
            protected void configure() {
                bind(StringBuilder.class).toProvider(() -> new StringBuilder("built"));
            }
        });
        System.out.println(child.getInstance(StringBuilder.class).append("!") + child.getInstance(Service.class).serve("Dan"));
        System.out.println(injector.getInstance(Greeter.class).getClass().getSuperclass().getSimpleName());
        System.out.println(injector.getInstance(Service.class).getClass() == service.getClass());
        System.out.println(new Object().hashCode());
    }
}
