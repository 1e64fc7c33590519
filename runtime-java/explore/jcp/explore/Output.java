package jcp.explore;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * What an execution prints. It is a part of the state; both streams of all executions are one stream of the JVM's, which asks whose thread prints.
 */
final class Output {
    private static final int MOST = 1 << 20;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final Run run;

    Output(Run run) {
        this.run = run;
    }

    String text() {
        return text.toString(StandardCharsets.UTF_8);
    }

    private void write(byte[] bytes, int from, int count) {
        run.effects().write(Names.text("output"));
        if (text.size() < MOST) {
            text.write(bytes, from, count);
        }
    }

    /** The stream for all. */
    static final class Shared extends OutputStream {
        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            Thread thread = Thread.currentThread();
            Task task = thread instanceof Carriers.Carrier ? ((Carriers.Carrier) thread).task() : null;
            if (task != null && !task.run.isOver()) {
                task.run.output.write(bytes, from, count);
            }
        }
    }
}
