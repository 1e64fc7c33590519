import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;

/** Object streams that are half-written and half-read at the checkpoint: later objects refer to earlier ones. */
public class Main {
    public static void main(String[] args) throws Exception {
        Part shared = new Part("shared", null);
        try (ObjectOutputStream out = new ObjectOutputStream(new FileOutputStream("parts.ser"))) {
            for (int i = 0; i < 20; i++) {
                write(out, i, shared);
            }
        }
        ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(new FileInputStream("parts.ser")));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        Part first = null;
        for (int i = 0; i < 5; i++) {
            first = (Part) in.readObject();
            System.out.println(first + " " + in.readInt() + " " + in.readObject());
            write(out, i, shared);
        }
        rest(in, out, bytes, first, shared, ObjectStreamClass.lookup(Part.class));
    }

    static void rest(ObjectInputStream in, ObjectOutputStream out, ByteArrayOutputStream bytes, Part first, Part shared,
            ObjectStreamClass description) throws Exception {
        System.out.println(description == ObjectStreamClass.lookup(Part.class)); // here
        for (int i = 5; i < 20; i++) {
            Part part = (Part) in.readObject();
            System.out.println(part + " " + in.readInt() + " " + in.readObject() + " " + (part.next == first.next));
            write(out, i, shared);
        }
        in.close();
        out.close();
        System.out.println(java.util.Arrays.hashCode(bytes.toByteArray()) + " " + bytes.size());
        ObjectInputStream again = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        System.out.println(again.readObject());
    }

    private static void write(ObjectOutputStream out, int i, Part shared) throws IOException {
        out.writeObject(new Part("part " + i, shared));
        out.writeInt(i);
        Object[] kinds = {new ArrayList<>(List.of(i, "x")), new Point(i, 2), Kind.values()[i % 3], new HashMap<>(java.util.Map.of("k", i)),
            new int[] {i}.length, new Date(i * 1000L), new Custom(i), shared.toString()};
        out.writeObject(kinds[i % kinds.length]);
    }

    enum Kind { ONE, TWO, THREE }

    record Point(int x, int y) implements Serializable {}

    static class Part implements Serializable {
        private static final long serialVersionUID = 5;
        final String name;
        final Part next;
        transient int lost = 3;
        private final long[] numbers = {1, 2, 3};

        Part(String name, Part next) {
            this.name = name;
            this.next = next;
        }

        @Override
        public String toString() {
            return name + " " + lost + " " + numbers.length + (next == null ? "" : " -> " + next);
        }
    }

    static class Base {
        int base = 9;
    }

    static class Custom extends Base implements Serializable {
        private static final long serialVersionUID = 6;
        private int value;

        Custom(int value) {
            this.value = value;
            base = 10;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeUTF("extra " + value);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            value += in.readUTF().length() * 100;
        }

        private Object readResolve() {
            return this;
        }

        @Override
        public String toString() {
            return "custom " + value + " " + base;
        }
    }
}
