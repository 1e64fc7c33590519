package jcp.explore;

import java.util.ArrayList;
import java.util.List;

/**
 * The steps of an execution, for people: who did what, and where.
 */
final class Trace {
    private record Step(Task task, String text, StackTraceElement[] place) {}

    private final List<Step> steps = new ArrayList<>();

    void step(Task task, Op op) {
        String text = !task.timedOut ? op.text : op.text + (op.timed ? " (its time is over)" : " (wakes up without a cause)");
        steps.add(new Step(task, text, task.place));
    }

    void write(Json json) {
        json.openList("steps");
        for (Step step : steps) {
            json.open().put("number", step.task.number).put("thread", step.task.name()).put("does", step.text);
            json.list("stack", step.place == null ? new StackTraceElement[0] : step.place).close();
        }
        json.closeList();
    }
}
