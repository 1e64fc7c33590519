package jcp.runtime.program;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import jcp.runtime.jvm.Lookups;
import jcp.runtime.jvm.OwnFiles;
import jcp.runtime.jvm.ResumeBlocks;
import jcp.runtime.jvm.ResumedFrame;

/**
 * Gives methods of the JDK blocks that resume their frames ({@link ResumeBlocks}), in the replay. The capturing run makes the same
 * blocks out of the same class files, and throws them away: so what the replay would refuse is refused there.
 *
 * <p>Left out: the JDK's classes that an agent changes in only one of both runs. The blocks stay until the replay ends: when nothing is resumed any more they
 * cost a look at a variable.
 */
public final class FrameBlocks {
    private static final String HOOKS = "JcpFrames";

    private FrameBlocks() {}

    /** Gives the methods their blocks. Returns the class that they ask, which the JDK is given, too. {@code types}: by internal names. */
    public static Class<?> add(Map<String, List<ResumedFrame>> types) throws ReflectiveOperationException, IOException {
        ClassChanges.load();
        Class<?> asked = Lookups.in(Object.class).defineClass(OwnFiles.read(HOOKS + ".bin"));
        for (Map.Entry<String, List<ResumedFrame>> each : types.entrySet()) {
            Added added = new Added(each.getValue());
            ClassChanges.change(named(each.getKey()), added);
            added.check();
        }
        return asked;
    }

    /** Makes the blocks as {@link #add} would; why it could not, or null. */
    public static String check(String type, List<ResumedFrame> frames) {
        try {
            ResumeBlocks.added(ClassChanges.file(named(type)), frames);
            return null;
        } catch (IllegalStateException e) {
            return e.getMessage();
        } catch (ReflectiveOperationException | RuntimeException | IOException e) {
            return e.toString();
        }
    }

    private static Class<?> named(String type) throws ClassNotFoundException {
        return Class.forName(type.replace('/', '.'), true, null);
    }

    private static final class Added implements Function<byte[], byte[]> {
        private final List<ResumedFrame> frames;
        private final List<RuntimeException> failed = new ArrayList<>();

        Added(List<ResumedFrame> frames) {
            this.frames = frames;
        }

        @Override
        public byte[] apply(byte[] own) {
            try {
                return ResumeBlocks.added(own, frames);
            } catch (RuntimeException e) { // which the JVM would pass over
                failed.add(e);
                return null;
            }
        }

        void check() {
            if (!failed.isEmpty()) {
                throw failed.get(0);
            }
        }
    }
}
