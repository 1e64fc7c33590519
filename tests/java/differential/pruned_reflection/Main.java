import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/** Fields that only reflection and what is like it reads after the checkpoint, a way for each argument. */
public class Main {
    static class Read {
        int number = 3;
        String text = "text".toUpperCase();
        volatile int counted = 4;
        volatile String named = "named".toUpperCase();
        int unread = 5;
    }

    static class Sent implements Serializable {
        private static final long serialVersionUID = 1;
        int number = 6;
        String text = "sent".toUpperCase();
    }

    static final Read read = new Read();
    static final Sent sent = new Sent();
    static final AtomicIntegerFieldUpdater<Read> COUNTED = AtomicIntegerFieldUpdater.newUpdater(Read.class, "counted");
    static final AtomicReferenceFieldUpdater<Read, String> NAMED =
        AtomicReferenceFieldUpdater.newUpdater(Read.class, String.class, "named");

    static void byField() throws Exception {
        for (Field field : Read.class.getDeclaredFields()) System.out.println(field.getName() + " " + field.get(read));
    }

    static void byHandle() throws Throwable {
        MethodHandle getter = MethodHandles.lookup().findGetter(Read.class, "text", String.class);
        System.out.println((String) getter.invokeExact(read));
        VarHandle variable = MethodHandles.lookup().findVarHandle(Read.class, "number", int.class);
        System.out.println((int) variable.get(read));
    }

    static void byUpdater() {
        System.out.println(COUNTED.incrementAndGet(read) + NAMED.get(read));
    }

    static void bySerialization() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sent);
        }
        Sent back = (Sent) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        System.out.println(back.number + back.text);
    }

    public static void main(String[] args) throws Throwable {
        System.out.println(read.number + read.text + read.unread + sent.number + sent.text);
        System.out.println("checkpoint"); // here
        switch (args[0]) {
            case "field": byField(); break;
            case "handle": byHandle(); break;
            case "serialization": bySerialization(); break;
            default: byUpdater();
        }
    }
}
