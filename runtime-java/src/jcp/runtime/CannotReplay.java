package jcp.runtime;

import java.util.List;

/** The replay is not possible, for these reasons; nothing was changed. */
final class CannotReplay extends Exception {
    private static final long serialVersionUID = 1L;
    final transient List<Problem> problems;

    CannotReplay(List<Problem> problems) {
        super(String.valueOf(problems), null, false, false);
        this.problems = problems;
    }
}
