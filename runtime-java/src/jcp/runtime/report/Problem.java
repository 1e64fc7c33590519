package jcp.runtime.report;

/** A reason why the state cannot be captured: where it is, what it is, and what the user can do. */
public final class Problem {
    public final String type;
    public final String why;
    public final String remedy;
    /** From a root to the place, such as {@code static a.B.cache -> java.util.HashMap.table -> [3]}. */
    String path = "";
    /** Of a thread: its chain as it can be told to jcp; empty if there is none. */
    public String thread = "";

    public Problem(String type, String why, String remedy) {
        this.type = type;
        this.why = why;
        this.remedy = remedy;
    }

    public Problem at(String place) {
        Problem placed = new Problem(type, why, remedy);
        placed.path = place;
        placed.thread = thread;
        return placed;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(type).append(": ").append(why);
        if (!path.isEmpty()) {
            text.append("\njcp:     at ").append(path);
        }
        if (!remedy.isEmpty()) {
            text.append("\njcp:     remedy: ").append(remedy);
        }
        return text.toString();
    }
}
