import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;

/** The JDK calls back into the application in many ways. */
public class Callbacks {
    public interface Shape {
        String name();
    }

    /** A provider: see META-INF/services. */
    public static class Circle implements Shape {
        public String name() {
            return "circle";
        }
    }

    /** Loaded by its name. */
    public static class Square implements Shape {
        public String name() {
            return "square";
        }
    }

    /** A provider of a service of the JDK's. */
    public static class Tool implements ToolProvider {
        public String name() {
            return "tool";
        }

        public int run(PrintWriter out, PrintWriter err, String... arguments) {
            out.println(new Point(arguments, this));
            return 0;
        }
    }

    record Point(Object x, Object y) {}

    static class Range extends AbstractList<Integer> {
        public Integer get(int index) {
            return index * 3 % 7;
        }

        public int size() {
            return 7;
        }
    }

    static class Backwards implements Comparator<Integer> {
        public int compare(Integer one, Integer other) {
            return other - one;
        }
    }

    static class Counting extends FilterInputStream {
        int count;

        Counting(byte[] bytes) {
            super(new ByteArrayInputStream(bytes));
        }

        @Override
        public int read() throws IOException {
            count++;
            return super.read();
        }
    }

    static class Worker extends Thread {
        Object found;

        @Override
        public void run() {
            found = new Point("worker", this);
        }
    }

    static class Failure extends RuntimeException {
        @Override
        public String getMessage() {
            return "failure " + new Point(1, 2);
        }
    }

    public static void main(String[] arguments) throws Exception {
        List<Integer> list = new ArrayList<>(new Range());
        Collections.sort(list, new Backwards());
        TreeMap<Object, Object> map = new TreeMap<>();
        map.put(new Point(list, map).toString(), list);
        Function<Object, String> shown = value -> "<" + value + ">";
        List<String> texts = list.stream().map(shown).collect(Collectors.toList());
        Worker worker = new Worker();
        worker.start();
        worker.join();
        Counting counting = new Counting(new byte[3]);
        counting.read();
        Object first = texts.get(0);
        Object found = worker.found;
        for (Shape shape : ServiceLoader.load(Shape.class)) {
            System.out.println(shape.name());
        }
        ToolProvider.findFirst("tool").ifPresent(tool -> tool.run(System.out, System.err));
        Shape square = (Shape) Class.forName("Callbacks$Square").getDeclaredConstructor().newInstance();
        try {
            throw new Failure();
        } catch (Failure failure) {
            System.out.println(failure.getMessage() + first + found + map + counting.count + square.name());
        }
    }
}
