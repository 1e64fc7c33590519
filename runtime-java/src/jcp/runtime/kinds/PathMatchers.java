package jcp.runtime.kinds;

import jcp.runtime.graph.Kind;
import jcp.runtime.jvm.Access;

/** Matchers of paths that a file system of the JDK has made: a pattern, and the file system, which is an anchor. */
public final class PathMatchers extends Kind {
    /** By name: it loads none. */
    @Override
    public boolean handles(Class<?> type) {
        if (Access.isJdk(type)) {
            for (Class<?> each : type.getInterfaces()) {
                if (each.getName().equals("java.nio.file.PathMatcher")) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public boolean admits(Object o) {
        return true;
    }
}
