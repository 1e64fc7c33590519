package jcp.runtime.graph;

import jcp.runtime.jvm.Row;

/**
 * The JDK classes that must not be copied field by field, with the reason and what the user can do. Notation as in
 * {@link PlainPackages}; the most specific entry of both tables wins. An entry also holds for the subclasses of the class,
 * the program's own ones included, unless the subclass has an entry itself.
 */
public final class Refusals {
    private Refusals() {}

    private static final String MOVE = "move the checkpoint to where no such object is reachable, or clear the reference before the checkpoint";
    private static final String DROP = "close it before the checkpoint and drop the reference, or move the checkpoint";
    private static final String CLOSE = "close it before the checkpoint, or move the checkpoint";

    private static final String NAMELESS = "a member of a class that is not found by name, such as a lambda's";
    private static final String LATER = "look it up after the checkpoint, or in the interface that the class implements";

    /** Entry, why, remedy. */
    static final Row[] ENTRIES = {
        // Threads and what runs on them.
        new Row("java.lang.Thread", "a thread that is not finished has a stack that cannot be copied", "join it before the checkpoint"),
        new Row("java.lang.VirtualThread", "a virtual thread has a stack that cannot be copied", "join it before the checkpoint"),
        new Row("java.lang.ThreadGroup", "a thread group that the JDK has made", MOVE),
        new Row("java.util.Timer", "a timer that runs a task", "await the end of the task before the checkpoint"),
        new Row("java.util.concurrent.ThreadPoolExecutor", "the executor has workers at work",
            "await the end of its tasks before the checkpoint"),
        new Row("java.util.concurrent.ForkJoinPool", "a fork-join pool that is at work",
            "await the end of its tasks, or shut it down before the checkpoint"),
        new Row("java.util.concurrent.ForkJoinWorkerThread", "a worker thread has a stack that cannot be copied", MOVE),
        new Row("java.util.concurrent.ThreadPerTaskExecutor", "the executor owns threads", "close it before the checkpoint"),
        new Row("java.util.concurrent.StructuredTaskScopeImpl", "a scope of tasks owns threads", "close it before the checkpoint"),
        new Row("java.util.concurrent.SubmissionPublisher", "a publisher runs its subscribers on an executor", MOVE),
        new Row("java.lang.Process", "a child process cannot be copied", "wait for it before the checkpoint and drop the reference"),
        new Row("java.lang.ProcessHandleImpl", "a handle of a process means nothing in another run", MOVE),
        // The JVM's own objects that are not anchors.
        new Row("java.lang.ClassLoader", "a class loader that has defined classes, which cannot be restored",
            "move the checkpoint before the first use of the class loader, or put its classes on the class path"),
        new Row("java.lang.Module", "a module made at run time cannot be restored", MOVE),
        new Row("java.lang.ModuleLayer", "a module layer made at run time cannot be restored", MOVE),
        new Row("java.lang.Class", "a class that cannot be found by its name", MOVE),
        new Row("java.lang.reflect.Method", NAMELESS, LATER),
        new Row("java.lang.reflect.Constructor", NAMELESS, LATER),
        new Row("java.lang.reflect.Field", NAMELESS, LATER),
        new Row("java.lang.invoke.**", "method handles and call sites are bound to code of this JVM",
            "create the handle after the checkpoint, or use a lambda instead"),
        new Row("java.lang.ref.Cleaner", "a cleaner whose thread is at work or has ended", MOVE),
        new Row("java.lang.ref.Finalizer", "finalization is registered inside the JVM", MOVE),
        new Row("jdk.internal.ref.**", "a part of a cleaner: the JDK's own, which frees memory outside the Java heap, or one whose thread is at work", MOVE),
        // Files, sockets, memory outside the heap.
        new Row("java.io.Console", "the console belongs to this process", "clear the reference, and call System.console() again after the checkpoint"),
        new Row("java.nio.DirectByteBuffer", "memory outside the Java heap that is mapped, freed or owned by native code",
            "use ByteBuffer.allocateDirect or a heap buffer, or move the checkpoint"),
        new Row("java.nio.DirectByteBufferR", "memory outside the Java heap that is mapped, freed or owned by native code",
            "use ByteBuffer.allocateDirect or a heap buffer, or move the checkpoint"),
        new Row("java.nio.channels.**", "an open channel", DROP),
        new Row("sun.nio.ch.**", "an open channel or its helper", DROP),
        new Row("sun.nio.fs.**", "an object of the operating system's file system", DROP),
        new Row("java.net.URLConnection$1", "the JVM's own table of content types",
            "clear the reference, and call URLConnection.getFileNameMap() again after the checkpoint"),
        new Row("java.io.ObjectInputFilter$Config$BuiltinFilterFactory", "the JVM's own factory of deserialization filters",
            "clear the reference, and call ObjectInputFilter.Config.getSerialFilterFactory() again after the checkpoint"),
        new Row("sun.net.spi.DefaultProxySelector", "the JVM's own proxy selector",
            "clear the reference, and call ProxySelector.getDefault() again after the checkpoint"),
        new Row("java.net.HttpURLConnection", "a network connection", DROP),
        new Row("sun.net.www.protocol.ftp.FtpURLConnection", "a network connection", DROP),
        new Row("java.nio.file.WatchService", "a watch service has a thread and handles of the operating system", DROP),
        // Objects that the JVM's tables know, so that a copy would be a stranger.
        new Row("java.util.Locale", "a locale that Locale.Builder does not accept", "create the locale with Locale.forLanguageTag"),
        new Row("java.util.Currency", "a currency that Currency.getInstance does not return for its code", MOVE),
        new Row("java.util.ServiceLoader$ProviderSpliterator", "a half-read stream of service providers reads jars of this run",
            "finish the stream before the checkpoint"),
        new Row("java.util.logging.Logger", "a logger that the log manager does not know by its name",
            "create the logger with Logger.getLogger or Logger.getAnonymousLogger"),
        new Row("java.util.logging.LogManager", "a log manager made by the program", MOVE),
        new Row("java.util.logging.SocketHandler", "an open socket", "close the handler before the checkpoint"),
        new Row("java.util.stream.**", "a stream pipeline under way runs on lambdas and iterators of the JDK",
            "finish the stream before the checkpoint, or collect it first"),
        new Row("com.sun.imageio.stream.StreamCloser", "an open stream of javax.imageio", CLOSE),
        new Row("java.awt.Font", "a font that was read from a file", "read the font after the checkpoint"),
        new Row("java.awt.image.VolatileImage", "an image that belongs to the screen", MOVE),
        new Row("java.awt.image.BufferStrategy", "an image that belongs to the screen", MOVE),
        new Row("java.security.Provider", "a security provider made by the program", MOVE),
    };
}
