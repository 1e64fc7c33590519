package jcp.explore;

import java.util.ArrayList;
import java.util.List;

/**
 * Why an execution ended: an exception that nobody caught, {@code System.exit}, a deadlock, or nothing left to do.
 */
final class Failures {
    private final Run run;
    private char stop;
    private Throwable thrown;
    private Task thrower;
    private int status;

    Failures(Run run) {
        this.run = run;
    }

    void uncaught(Task task, Throwable error) {
        if (stop == 0) {
            stop = 'e';
            thrown = error;
            thrower = task;
        }
    }

    void exit(int code) {
        if (stop == 0) {
            stop = code == 0 ? 'x' : 'f';
            status = code;
        }
    }

    /** 'e' an exception, 'x' and 'f' an exit with status 0 and another one; 0 otherwise. */
    char stop() {
        return stop;
    }

    /** The same; at the end also 'd' for a deadlock. */
    char stop(boolean isEnd) {
        return stop == 0 && isEnd && !stuck().isEmpty() ? 'd' : stop;
    }

    /** Tasks that wait for ever where they should not. The JVM would end in spite of daemons. */
    private List<Task> stuck() {
        List<Task> stuck = new ArrayList<>();
        for (Task task : run.tasks) {
            if (!task.ended && task.pending != null && !task.pending.idle && !task.thread.isDaemon()) {
                stuck.add(task);
            }
        }
        return stuck;
    }

    /** What distinguishes two ends. */
    String reason() {
        return thrown != null ? thrower.name() + ": " + thrown : "";
    }

    /** In a few words. */
    String shown() {
        return switch (stop(true)) {
            case 'e' -> "thread \"" + thrower.name() + "\": " + thrown + " at " + Place.shown(Place.of(thrown.getStackTrace()));
            case 'x', 'f' -> "System.exit(" + status + ")";
            case 'd' -> "its threads wait for ever";
            default -> "it ends";
        };
    }

    /** As JSON. */
    String told() {
        Json json = new Json().open();
        char kind = stop(true);
        json.put("kind", thrown instanceof SimultaneousUse ? "race" : kind == 'e' ? "exception" : kind == 'd' ? "deadlock" : kind == 'f' ? "exit" : "none");
        if (kind == 'e') {
            json.put("thread", thrower.name()).put("message", thrown.toString());
            json.list("stack", Place.of(thrown.getStackTrace()));
        } else if (kind == 'f') {
            json.put("message", "System.exit(" + status + ")");
        } else if (kind == 'd') {
            deadlock(json);
        }
        json.put("output", run.output.text());
        if (run.trace != null) {
            run.trace.write(json);
        }
        return json.close().toString();
    }

    private void deadlock(Json json) {
        json.openList("blocked");
        for (Task task : stuck()) {
            json.open().put("thread", task.name()).put("waits", task.pending.text);
            Task holder = task.pending.holder == null ? null : task.pending.holder.get();
            if (holder != null) {
                json.put("holder", holder.name());
            }
            json.list("stack", Place.of(task.carrier.getStackTrace())).close();
        }
        json.closeList();
    }
}
