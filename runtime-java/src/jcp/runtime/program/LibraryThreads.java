package jcp.runtime.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import jcp.runtime.jvm.OwnFiles;
import jcp.runtime.report.Problem;

/**
 * What the users of a library do about its threads, for refusals: the table {@code patterns/libraries.txt}, which the jar has. A thread is a
 * library's if its class is, or else its first method that is not the JDK's: a thread of the program that only calls the library is the
 * program's own affair.
 *
 * <p>Loaded where a thread is refused alone. Left out: libraries that were moved into other packages.
 */
public final class LibraryThreads {
    private static final String SEPARATOR = " : ";

    private LibraryThreads() {}

    /** The problem, with what the users of the library do if the thread is one's; {@code null} stays so. */
    public static Problem advise(Thread t, Problem problem) {
        String row = problem == null ? null : row(t);
        if (row == null) {
            return problem;
        }
        int name = row.indexOf(SEPARATOR) + SEPARATOR.length();
        int advice = row.indexOf(SEPARATOR, name);
        Problem advised = new Problem(problem.type, problem.why + "; it is a thread of " + row.substring(name, advice),
            row.substring(advice + SEPARATOR.length()) + "; else " + problem.remedy);
        advised.thread = problem.thread;
        return advised;
    }

    private static String row(Thread t) {
        String table;
        try {
            table = new String(OwnFiles.read("libraries.txt"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return null; // the refusal says the rest
        }
        String row = row(table, t.getClass().getName());
        String first = first(t);
        return row != null || first == null ? row : row(table, first);
    }

    /** The class of the thread's first method that is not the JDK's. */
    private static String first(Thread t) {
        StackTraceElement[] stack = t.getStackTrace();
        for (int i = stack.length - 1; i >= 0; i--) {
            if (stack[i].getModuleName() == null) {
                return stack[i].getClassName();
            }
        }
        return null;
    }

    /** The first row whose pattern, a package with a dot behind it or a class, is that of the class. */
    private static String row(String table, String type) {
        for (String row : table.split("\n")) {
            int end = row.indexOf(SEPARATOR);
            if (end < 0 || row.charAt(0) == '#') {
                continue;
            }
            String pattern = row.substring(0, end);
            boolean fits = pattern.endsWith(".") ? type.startsWith(pattern) : type.equals(pattern) || type.startsWith(pattern + "$");
            if (fits) {
                return row;
            }
        }
        return null;
    }
}
