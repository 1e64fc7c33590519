package jcp.runtime.threads;

import java.util.ArrayList;
import java.util.List;
import jcp.runtime.graph.GraphReader;
import jcp.runtime.graph.GraphWriter;
import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.JvmThreads;
import jcp.runtime.jvm.ThreadLocals;

/**
 * The values of thread-locals that idle workers have ({@link PoolWorkers}), and what finalizes objects ({@link JvmThreads}): to them lead the {@code ThreadLocal} objects that are copied. Of each
 * value there are the worker's place among those found, or one that stands for the JVM's own thread, and the numbers of the {@code ThreadLocal} and the value. Left out: values of
 * thread-locals that the program cannot reach any more.
 */
public final class WorkerLocals extends Kind {
    private static final int FINALIZER = -1;

    @Override
    public Trace trace() {
        return new Values();
    }

    /** Gives the restored threads, which have not begun, their values. */
    public static void restore(List<Thread> threads, GraphReader graph) {
        String[] numbers = graph.edges(WorkerLocals.class);
        for (int i = 0; i + 2 < numbers.length; i += 3) {
            ThreadLocal<?> local = (ThreadLocal<?>) graph.object(Integer.parseInt(numbers[i + 1]));
            int worker = Integer.parseInt(numbers[i]);
            Thread thread = worker == FINALIZER ? JvmThreads.finalizer() : threads.get(worker);
            if (thread != null) {
                ThreadLocals.set(thread, local, graph.object(Integer.parseInt(numbers[i + 2])));
            }
        }
    }

    private static final class Values extends Each {
        private final List<ThreadLocals> threads = new ArrayList<>();
        private final List<String> numbers = new ArrayList<>();
        private final ThreadLocals finalizer;

        Values() {
            Thread thread = JvmThreads.finalizer();
            finalizer = thread == null ? null : ThreadLocals.own(thread);
            for (Thread t : PoolWorkers.found()) {
                threads.add(ThreadLocals.own(t));
            }
        }

        @Override
        protected void look(GraphWriter graph, int local) {
            graph.within(local);
            for (int i = 0; i < threads.size(); i++) {
                note(graph, i, local, threads.get(i).valueOf(graph.ids.object(local)));
            }
            note(graph, FINALIZER, local, finalizer == null ? null : finalizer.valueOf(graph.ids.object(local)));
        }

        private void note(GraphWriter graph, int thread, int local, Object[] value) {
            if (value != null) {
                numbers.add(Integer.toString(thread));
                numbers.add(Integer.toString(local));
                numbers.add(Integer.toString(graph.id(value[0])));
            }
        }

        @Override
        public List<String> capture(GraphWriter graph) {
            return numbers;
        }
    }
}
