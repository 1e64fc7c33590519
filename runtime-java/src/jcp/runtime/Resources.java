package jcp.runtime;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ForkJoinPool;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipFile;

/**
 * Objects that are copied like others but for a part outside the Java heap, which is made again: file descriptors, zip
 * files, decompressors, compressors, locks on files. Object streams are among them, for what they share with tables of the JVM,
 * executors that a cleaner shuts down, pools and timers with idle threads, service loaders, what draws on images, and method
 * handles that bind arguments.
 *
 * <p>When all objects have their numbers, each such object's outside part is described by an entry of the environment, or a
 * problem is noted. The replay checks the files before it changes anything, and makes the parts when all objects are
 * filled and have their identity hashes, before any of them is used. That works as well for an object that the replaying JVM had
 * already and that has such a part of its own.
 */
final class Resources {
    private final IdTable ids;
    private final List<Integer> numbers;
    private final FileTable files = new FileTable();
    final Map<String, String[]> state = new TreeMap<>();

    Resources(IdTable ids, List<Integer> numbers) {
        this.ids = ids;
        this.numbers = numbers;
    }

    /** Whether objects of the class have such a part, or own an object that has. */
    static boolean concerns(Class<?> type) {
        return type == FileDescriptor.class || isChannel(type) || Access.isA(type, "java.nio.channels.FileLock") || isLogFile(type)
            || ZipFile.class.isAssignableFrom(type) || ZipFiles.isInflating(type) || Access.isA(type, "java.util.zip.Inflater")
            || Access.isA(type, "java.util.zip.Deflater") || isSerial(type)
            || ClassLoader.class.isAssignableFrom(type) || ShutDown.concerns(type) || ServiceLoaders.concerns(type) || Drawing.concerns(type)
            || ForkJoinPools.concerns(type) || Timers.concerns(type) || BoundHandles.concerns(type);
    }

    private static boolean isLogFile(Class<?> type) {
        return Access.isA(type, "java.util.logging.FileHandler");
    }

    private static boolean isSerial(Class<?> type) {
        return Access.isA(type, "java.io.ObjectStreamClass") || Access.isA(type, "java.io.ObjectOutputStream");
    }

    private static boolean isChannel(Class<?> type) {
        return type.getName().equals("sun.nio.ch.FileChannelImpl");
    }

    /** Describes all, the problems with the numbers of their objects. */
    void take(List<Problem> problems, List<Integer> places) {
        for (int number : numbers) {
            Object o = ids.object(number);
            try {
                if (o instanceof FileDescriptor) {
                    state.put(Descriptors.KEY + number, Descriptors.take((FileDescriptor) o, files));
                } else if (isChannel(o.getClass())) {
                    if (Descriptors.owns((FileChannel) o)) {
                        state.put(Descriptors.CHANNEL + number, Leaves.leaf());
                    }
                    put(FileLocks.KEY + number, FileLocks.take((FileChannel) o, ids));
                } else if (Access.isA(o.getClass(), "java.nio.channels.FileLock")) {
                    FileLocks.check(o);
                } else if (isLogFile(o.getClass())) {
                    put(FileLocks.HANDLER + number, FileLocks.takeHandler(o));
                } else if (o instanceof ZipFile) {
                    state.put(ZipFiles.KEY + number, ZipFiles.take((ZipFile) o, files, ids));
                } else if (ZipFiles.isInflating(o.getClass())) {
                    state.put(ZipFiles.STREAM + number, Leaves.leaf());
                } else if (isSerial(o.getClass())) {
                    SerialStreams.check(o);
                    state.put(SerialStreams.KEY + number, Leaves.leaf());
                } else if (o instanceof Inflater) {
                    state.put(Compression.INFLATER + number, Compression.take((Inflater) o));
                } else if (Access.isA(o.getClass(), "java.util.zip.Deflater")) {
                    state.put(Compression.DEFLATER + number, Compression.takeDeflater(o));
                } else if (o instanceof ClassLoader) {
                    state.put(ClassLoaders.KEY + number, Leaves.leaf());
                } else if (ServiceLoaders.concerns(o.getClass())) {
                    state.put(ServiceLoaders.KEY + number, ServiceLoaders.take(o));
                } else if (Drawing.concerns(o.getClass())) {
                    state.put(Drawing.KEY + number, Leaves.leaf());
                } else if (o instanceof ForkJoinPool) {
                    state.put(ForkJoinPools.KEY + number, ForkJoinPools.take((ForkJoinPool) o));
                } else if (BoundHandles.concerns(o.getClass())) {
                    state.put(BoundHandles.KEY + number, BoundHandles.entry((MethodHandle) o));
                } else if (Timers.concerns(o.getClass())) {
                    state.put(Timers.KEY + number, Leaves.leaf());
                } else if (ShutDown.concerns(o.getClass())) {
                    state.put(ShutDown.KEY + number, Leaves.leaf());
                }
            } catch (FileTable.Obstacle e) {
                problems.add(new Problem(o.getClass().getName(), e.getMessage(), e.remedy));
                places.add(number);
            }
        }
        files.take(state);
    }

    private void put(String key, String[] entry) {
        if (entry != null) {
            state.put(key, entry);
        }
    }

    /** In the replay, before anything is changed. */
    static void check(Map<String, String[]> state) throws CannotReplay {
        List<Problem> problems = new ArrayList<>();
        FileTable.check(state, problems);
        StandardInput.check(state, problems);
        if (problems.isEmpty()) {
            FileLocks.check(state, problems);
        }
        if (!problems.isEmpty()) {
            throw new CannotReplay(problems);
        }
    }

    /** Makes the parts: files first, then what reads them. */
    static void give(GraphReader graph, Map<String, String[]> state) throws IOException {
        for (String kind : new String[] {Descriptors.KEY, ZipFiles.KEY, Compression.INFLATER, Compression.DEFLATER, ZipFiles.STREAM,
            Descriptors.CHANNEL, FileLocks.KEY, FileLocks.HANDLER, SerialStreams.KEY, ClassLoaders.KEY, ShutDown.KEY, ServiceLoaders.KEY, Drawing.KEY, ForkJoinPools.KEY,
            Timers.KEY}) {
            for (Map.Entry<String, String[]> e : state.entrySet()) {
                if (e.getKey().startsWith(kind)) {
                    Object o = graph.object(Integer.parseInt(e.getKey().substring(kind.length())));
                    give(kind, o, e.getValue(), graph, state);
                }
            }
        }
        BoundHandles.give(graph, state);
        StandardInput.give(state);
    }

    private static void give(String kind, Object o, String[] entry, GraphReader graph, Map<String, String[]> state) throws IOException {
        switch (kind) {
            case Descriptors.KEY: Descriptors.give((FileDescriptor) o, entry, state); break;
            case Descriptors.CHANNEL: Descriptors.giveChannel((FileChannel) o); break;
            case FileLocks.KEY: FileLocks.give((FileChannel) o, entry, graph); break;
            case FileLocks.HANDLER: FileLocks.giveHandler(o, entry); break;
            case SerialStreams.KEY: SerialStreams.give(o); break;
            case Drawing.KEY: Drawing.give(o); break;
            case ClassLoaders.KEY: ClassLoaders.give((ClassLoader) o); break;
            case ServiceLoaders.KEY: ServiceLoaders.give(o, entry); break;
            case ShutDown.KEY: ShutDown.give(o); break;
            case ForkJoinPools.KEY: ForkJoinPools.give((ForkJoinPool) o, entry); break;
            case Timers.KEY: Timers.give(o); break;
            case ZipFiles.KEY: ZipFiles.give((ZipFile) o, entry, graph, state); break;
            case ZipFiles.STREAM: ZipFiles.giveStream((InflaterInputStream) o); break;
            case Compression.INFLATER: Compression.give((Inflater) o, entry); break;
            default: Compression.giveDeflater(o, entry);
        }
    }
}
