import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** Events of the Flight Recorder that a program keeps, as Netty does, where the JVM records nothing. */
public class Main {
    @Name("Cooked")
    @Label("Cooked")
    static class Cooked extends Event {
        static final Cooked SHARED = new Cooked();
        @Label("Dish")
        String dish = "soup";
        int portions;
    }

    public static void main(String[] args) {
        Cooked begun = new Cooked();
        begun.portions = 3;
        begun.begin();
        System.out.println(Cooked.SHARED.isEnabled());
        System.out.println("before"); // here
        begun.end();
        System.out.println(begun.shouldCommit() + " " + begun.dish + begun.portions + Cooked.SHARED.isEnabled());
        begun.commit();
        new Cooked().commit();
        System.out.println(EventType.getEventType(Cooked.class).getName() + " " + Cooked.SHARED.shouldCommit());
    }
}
