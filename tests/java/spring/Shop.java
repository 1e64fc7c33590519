import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.annotation.Around;
import org.aspectj.lang.annotation.Aspect;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** A context of Spring with aspects, events, tasks of another thread and timed ones: its beans go on after the checkpoint, and some are first made then. */
public class Shop {
    record Sold(String what, int count) {}

    @Configuration
    @EnableAspectJAutoProxy(proxyTargetClass = true)
    @EnableAsync
    @EnableScheduling
    public static class Setting {
        @Bean
        Stock stock(ApplicationEventPublisher events) {
            return new Stock(events);
        }

        @Bean
        Counting counting() {
            return new Counting();
        }

        @Bean
        Ledger ledger() {
            return new Ledger(stock(null));
        }

        @Bean
        Mail mail() {
            return new Mail();
        }

        @Bean
        @Lazy
        Late late(@Value("#{1 + 2}") int number) {
            return new Late(number);
        }

        @Bean
        @Scope("prototype")
        Ticket ticket() {
            return new Ticket();
        }

        @Bean
        ThreadPoolTaskExecutor taskExecutor() {
            ThreadPoolTaskExecutor made = new ThreadPoolTaskExecutor();
            made.setCorePoolSize(1);
            made.setThreadNamePrefix("post-");
            return made;
        }

        @Bean
        ThreadPoolTaskScheduler taskScheduler() {
            return new ThreadPoolTaskScheduler();
        }
    }

    public static class Stock {
        private final Map<String, Integer> all = new TreeMap<>(Map.of("tea", 7, "salt", 2));
        private final ApplicationEventPublisher events;

        Stock(ApplicationEventPublisher events) {
            this.events = events;
        }

        public int sell(String what, int count) {
            if (all.getOrDefault(what, 0) < count) {
                throw new IllegalStateException("too little " + what);
            }
            all.merge(what, -count, Integer::sum);
            events.publishEvent(new Sold(what, count));
            return all.get(what);
        }
    }

    @Aspect
    public static class Counting {
        final Map<String, Integer> calls = new TreeMap<>();

        @Around("execution(* Shop.Stock.*(..))")
        public Object count(ProceedingJoinPoint point) throws Throwable {
            calls.merge(point.getSignature().toShortString(), 1, Integer::sum);
            return point.proceed();
        }
    }

    public static class Ledger {
        final List<String> seen = new ArrayList<>();
        final Stock stock;

        Ledger(Stock stock) {
            this.stock = stock;
        }

        @EventListener
        public void sold(Sold sold) {
            seen.add(sold.toString());
        }
    }

    public static class Mail {
        @Autowired private Ledger ledger;

        @Async
        public CompletableFuture<String> send(String text) {
            return CompletableFuture.completedFuture(Thread.currentThread().getName() + " " + text + " " + ledger.seen.size());
        }

        @Scheduled(fixedDelay = 3_600_000, initialDelay = 3_600_000)
        public void sweep() {
            ledger.seen.clear();
        }
    }

    record Late(int number) {}

    public static class Ticket {
        private static int next;
        final int number = next++;
    }

    public static void main(String[] args) throws Exception {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Setting.class)) {
            System.out.println(context.getBean(Stock.class).sell("tea", 3) + " " + context.getBean(Mail.class).send("first").get());
            check(context);
        }
        System.out.println("closed");
    }

    static void check(AnnotationConfigApplicationContext context) throws Exception {
        Stock stock = context.getBean(Stock.class);
        System.out.println(stock.sell("salt", 1) + " " + (context.getBean(Ledger.class).stock == stock));
        try {
            stock.sell("tea", 9);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(context.getBean(Mail.class).send("again").get());
        System.out.println(context.getBean(Late.class) + " " + context.getBean(Ticket.class).number + " " + context.getBean(Ticket.class).number);
        System.out.println(context.getBean(Counting.class).calls + " " + context.getBean(Ledger.class).seen);
        System.out.println(List.of(context.getBeanDefinitionNames()));
    }
}
