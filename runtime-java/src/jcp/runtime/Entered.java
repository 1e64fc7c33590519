package jcp.runtime;

import jcp.runtime.program.MethodCounts;

/** The hooks that note which methods a capturing run enters ({@link MethodCounts}): a store each, which compiled code makes without a call. */
public final class Entered {
    private Entered() {}

    /** At the start of a method. */
    public static void runs(int method) {
        MethodCounts.OF[method] = MethodCounts.RUNS;
    }

    /** At the start of a method of a chain, be it the clone: what counts is how often. */
    public static void runsInChain(int method) {
        MethodCounts.again(method);
    }

    /** Before the method asks about the program in a way that nothing else tells of. */
    public static void asks(int method, int how) {
        MethodCounts.asks(method, how);
    }

    /** Before the method asks where the classes of a {@code CodeSource} are. */
    public static void locates(Object source, int method) {
        MethodCounts.locates(source, method);
    }

    /** Before the method opens a file, which it names by an object or a text, or starts another program. */
    public static void opens(Object what, int method) {
        MethodCounts.opens(what, method);
    }

    /** Before the method makes a loader of URLs. */
    public static void makesLoader(Object urls, int method) {
        MethodCounts.makesLoader(urls, method);
    }
}
