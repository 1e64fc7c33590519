package jcp.runtime.report;

import java.util.List;

/** The replay is not possible, for these reasons; nothing was changed. */
public final class CannotReplay extends Exception {
    private static final long serialVersionUID = 1L;
    public final transient List<Problem> problems;

    public CannotReplay(List<Problem> problems) {
        super(String.valueOf(problems), null, false, false);
        this.problems = problems;
    }
}
