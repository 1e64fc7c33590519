package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.ThreadLocals;

/**
 * The values of thread-locals that idle workers have ({@link PoolWorkers}): to them lead the {@code ThreadLocal} objects that are copied. Of each
 * value there are the worker's place among those found, and the numbers of the {@code ThreadLocal} and the value. Left out: values of
 * thread-locals that the program cannot reach any more.
 */
public final class WorkerLocals extends Kind {
    @Override
    public Trace trace() {
        return new Values();
    }

    /** Gives the restored threads, which have not begun, their values. */
    public static void restore(List<Thread> threads, GraphReader graph) {
        String[] numbers = graph.edges(WorkerLocals.class);
        for (int i = 0; i + 2 < numbers.length; i += 3) {
            ThreadLocal<?> local = (ThreadLocal<?>) graph.object(Integer.parseInt(numbers[i + 1]));
            ThreadLocals.set(threads.get(Integer.parseInt(numbers[i])), local, graph.object(Integer.parseInt(numbers[i + 2])));
        }
    }

    private static final class Values extends Each {
        private final List<ThreadLocals> threads = new ArrayList<>();
        private final List<String> numbers = new ArrayList<>();

        Values() {
            for (Thread t : PoolWorkers.found()) {
                threads.add(ThreadLocals.own(t));
            }
        }

        @Override
        protected void look(GraphWriter graph, int local) {
            graph.within(local);
            for (int i = 0; i < threads.size(); i++) {
                Object[] value = threads.get(i).valueOf(graph.ids.object(local));
                if (value != null) {
                    numbers.add(Integer.toString(i));
                    numbers.add(Integer.toString(local));
                    numbers.add(Integer.toString(graph.id(value[0])));
                }
            }
        }

        @Override
        public List<String> capture(GraphWriter graph) {
            return numbers;
        }
    }
}
