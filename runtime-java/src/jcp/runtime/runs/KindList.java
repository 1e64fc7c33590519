package jcp.runtime.runs;

import static jcp.runtime.graph.Kinds.ALWAYS;
import static jcp.runtime.graph.Kinds.EDGE;
import static jcp.runtime.graph.Kinds.PART;
import static jcp.runtime.graph.Kinds.TEXT;

import jcp.runtime.graph.Kinds;
import jcp.runtime.jvm.Row;

/**
 * All kinds of objects that are more, or less, than their fields, as {@link Kinds} reads them. The order is that in which a class is asked
 * for, and in which parts are made: files before zip files, these before decompressors and streams, handles of methods after what they
 * may be bound to.
 */
public final class KindList {
    public static final Kinds ALL = new Kinds(
        // objects that are made again from text
        new Row("jcp.runtime.files.JrtFiles$AsKind", TEXT + "jrt", "jdk.internal.jrtfs.*"),
        new Row("jcp.runtime.kinds.Leaves$AsKind", TEXT + "charset", TEXT + "path", TEXT + "locale", TEXT + "locale kept", TEXT + "pattern", TEXT + "currency",
            TEXT + "zone-offset", TEXT + "method-type", "java.nio.charset.Charset+", "sun.nio.fs.UnixPath", "java.util.Locale",
            "java.util.regex.Pattern", "java.util.Currency", "java.time.ZoneOffset", "java.lang.invoke.MethodType"),
        new Row("jcp.runtime.kinds.Providers$AsKind", TEXT + "provider", TEXT + "security-service", "java.security.Provider+", "java.security.Provider$Service+"),
        new Row("jcp.runtime.kinds.Handles$AsKind", TEXT + "var-handle", TEXT + "method-handle", TEXT + "kept-handle", TEXT + "lookup", "java.lang.invoke.MethodHandle+",
            "java.lang.invoke.VarHandle+", "java.lang.invoke.MethodHandles$Lookup"),
        new Row("jcp.runtime.kinds.CachedKinds$AsKind", TEXT + "week-fields", TEXT + "week-field", TEXT + "module-descriptor", "java.time.temporal.WeekFields",
            "java.time.temporal.WeekFields$ComputedDayOfField", "java.lang.module.ModuleDescriptor"),
        new Row("jcp.runtime.kinds.JdkDefaults$AsKind", TEXT + "jdk default", "sun.net.spi.DefaultProxySelector", "javax.net.DefaultSocketFactory",
            "javax.net.DefaultServerSocketFactory", "javax.net.ssl.SSLContext", "java.security.AccessControlContext"),
        new Row("jcp.runtime.threads.ThreadContainers", TEXT + "thread-container", "jdk.internal.vm.SharedThreadContainer"),
        new Row("jcp.runtime.kinds.ClassMates$AsKind", TEXT + "protection-domain", TEXT + "code-source", EDGE + "locations of code", "java.security.ProtectionDomain",
            "java.security.CodeSource", "java.net.URL"),
        new Row("jcp.runtime.kinds.PlatformBeans$AsKind", TEXT + "platform-bean", "com.sun.jmx.mbeanserver.JmxMBeanServer", "sun.management.*",
            "com.sun.management.*"),
        new Row("jcp.runtime.kinds.BeanInterfaces", TEXT + "bean interface", "com.sun.jmx.mbeanserver.PerInterface",
            "com.sun.jmx.mbeanserver.MXBeanLookup"),
        new Row("jcp.runtime.kinds.ColorProfiles$AsKind", TEXT + "color-profile", "java.awt.color.ICC_Profile*"),
        new Row("jcp.runtime.kinds.Members$AsKind", TEXT + "method", TEXT + "constructor", TEXT + "field", TEXT + "module", TEXT + "package",
            TEXT + "boot package", "java.lang.reflect.Method", "java.lang.reflect.Constructor", "java.lang.reflect.Field", "java.lang.Module", "java.lang.Package"),
        new Row("jcp.runtime.kinds.AgentObjects", TEXT + "agent", EDGE + "transformers", "sun.instrument.InstrumentationImpl"),
        new Row("jcp.runtime.kinds.Launcher", TEXT + "url handler", "java.lang.ClassLoader+", "java.net.URLStreamHandler+"),
        new Row("jcp.runtime.kinds.Loggers$AsKind", TEXT + "logger", "java.util.logging.Logger+"),
        new Row("jcp.runtime.kinds.LazyLoggers", TEXT + "lazy logger", "jdk.internal.logger.LazyLoggers$JdkLazyLogger"),
        // objects with a part outside the heap
        new Row("jcp.runtime.files.FileTable$AsKind", PART + "file"),
        new Row("jcp.runtime.files.Descriptors$AsKind", PART + "descriptor", "java.io.FileDescriptor"),
        new Row("jcp.runtime.files.ZipFiles$AsKind", PART + "zip", "java.util.zip.ZipFile+"),
        new Row("jcp.runtime.kinds.Compression$Inflaters", PART + "inflater", "java.util.zip.Inflater+"),
        new Row("jcp.runtime.kinds.Compression$Deflaters", PART + "deflater", "java.util.zip.Deflater+"),
        new Row("jcp.runtime.files.ZipFiles$Streams", PART + "inflating", "java.util.zip.ZipFile$ZipFileInflaterInputStream"),
        new Row("jcp.runtime.files.Descriptors$Channels", PART + "channel", "sun.nio.ch.FileChannelImpl"),
        new Row("jcp.runtime.files.FileLocks$AsKind", PART + "lock", "sun.nio.ch.FileChannelImpl", "java.nio.channels.FileLock+"),
        new Row("jcp.runtime.files.FileLocks$LogFiles", PART + "log file", "java.util.logging.FileHandler+"),
        new Row("jcp.runtime.files.SocketObjects$AsKind", PART + "socket", "sun.nio.ch.NioSocketImpl", "sun.nio.ch.ServerSocketChannelImpl",
            "sun.nio.ch.SocketChannelImpl"),
        new Row("jcp.runtime.files.DatagramSockets$AsKind", PART + "datagrams", "sun.nio.ch.DatagramChannelImpl"),
        new Row("jcp.runtime.files.ChannelSelectors$AsKind", PART + "selector", "sun.nio.ch.EPollSelectorImpl", "sun.nio.ch.EventFD"),
        new Row("jcp.runtime.kinds.NetworkInterfaces", PART + "network interface", "java.net.NetworkInterface"),
        new Row("jcp.runtime.kinds.SerialStreams$AsKind", TEXT + "serial-class", PART + "serial", "java.io.ObjectStreamClass+", "java.io.ObjectOutputStream+"),
        new Row("jcp.runtime.kinds.ResourceEnumerations", TEXT + "class path", TEXT + "boot loader", "java.lang.CompoundEnumeration",
            "jdk.internal.loader.BuiltinClassLoader$*", "java.net.URLClassLoader$*", "jdk.internal.loader.JcpBoth",
            "jdk.internal.loader.ClassLoaders$BootClassLoader", "jdk.internal.loader.URLClassPath+"),
        new Row("jcp.runtime.kinds.ClassLoaders$AsKind", PART + "loader", "java.lang.ClassLoader+"),
        new Row("jcp.runtime.threads.ShutDown$AsKind", PART + "shut down", "java.util.concurrent.Executors$AutoShutdownDelegatedExecutorService"),
        new Row("jcp.runtime.kinds.ServiceLoaders$AsKind", PART + "service loader", "java.util.ServiceLoader"),
        new Row("jcp.runtime.kinds.Drawing$AsKind", PART + "drawing", "sun.java2d.SunGraphics2D", "sun.font.FontDesignMetrics", "sun.java2d.SurfaceData+"),
        new Row("jcp.runtime.kinds.Drawing$Caches", "java.awt.Image+", "java.awt.image.ColorModel+", "java.awt.Cursor+", "java.awt.color.ICC_ColorSpace+"),
        new Row("jcp.runtime.threads.ForkJoinPools$AsKind", PART + "fork-join pool", "java.util.concurrent.ForkJoinPool+"),
        new Row("jcp.runtime.threads.Timers$AsKind", PART + "timer", "java.util.Timer+"),
        new Row("jcp.runtime.threads.TimedTasks$AsKind", PART + "timed task", "java.util.TimerTask+",
            "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask"),
        new Row("jcp.runtime.threads.DelayedTasks$AsKind", PART + "delayed task", "java.util.concurrent.DelayScheduler$ScheduledForkJoinTask"),
        new Row("jcp.runtime.threads.ThreadGroupObjects", PART + "thread group", "java.lang.ThreadGroup+"),
        new Row("jcp.runtime.kinds.FormParts$Species", TEXT + "species", "java.lang.invoke.BoundMethodHandle$SpeciesData"),
        new Row("jcp.runtime.kinds.FormParts$Names", "java.lang.invoke.LambdaForm$Name", "java.lang.invoke.MethodHandleImpl$LoopClauses",
            "java.lang.invoke.MethodHandleImpl$CasesHolder"),
        new Row("jcp.runtime.kinds.FormParts$Functions", TEXT + "reader", PART + "function", "java.lang.invoke.LambdaForm$NamedFunction"),
        new Row("jcp.runtime.kinds.FormParts$Forms", PART + "form", "java.lang.invoke.LambdaForm"),
        new Row("jcp.runtime.kinds.HandleForms$AsKind", PART + "handle", "java.lang.invoke.SimpleMethodHandle",
            "java.lang.invoke.MethodHandleImpl$IntrinsicMethodHandle", "java.lang.invoke.MethodHandleImpl$CountingWrapper",
            "java.lang.invoke.MethodHandleImpl$AsVarargsCollector"),
        new Row("jcp.runtime.kinds.BoundHandles$AsKind", PART + "bound handle", "java.lang.invoke.BoundMethodHandle$Species_*"),
        new Row("jcp.runtime.kinds.CallSiteObjects", PART + "call site", "java.lang.invoke.CallSite+", "java.lang.invoke.SwitchPoint+"),
        new Row("jcp.runtime.kinds.DirectBuffers$AsKind", EDGE + "direct buffers", "java.nio.Direct*"),
        new Row("jcp.runtime.kinds.StackFrames", EDGE + "stack frames", "java.lang.StackFrameInfo", "java.lang.ClassFrameInfo"),
        new Row("jcp.runtime.threads.Synchronizers$Transfers", PART + "waiting threads", "java.util.concurrent.SynchronousQueue+",
            "java.util.concurrent.LinkedTransferQueue+"),
        new Row("jcp.runtime.threads.Synchronizers$Joiners", PART + "joiner", "java.util.concurrent.ForkJoinTask$Aux"),
        new Row("jcp.runtime.threads.Meetings$Phasers", PART + "phaser", "java.util.concurrent.Phaser+"),
        new Row("jcp.runtime.threads.Meetings$Exchangers", PART + "exchanger", "java.util.concurrent.Exchanger+", "java.util.concurrent.Exchanger$Slot"),
        new Row("jcp.runtime.threads.VirtualThreads$PerTask", PART + "thread per task", "java.util.concurrent.ThreadPerTaskExecutor"),
        // objects that are admitted one by one
        new Row("jcp.runtime.threads.ThreadObjects", "java.lang.Thread+", "java.lang.Thread$FieldHolder"),
        new Row("jcp.runtime.threads.Synchronizers", "java.util.concurrent.locks.AbstractQueuedSynchronizer+",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject", "java.util.concurrent.locks.AbstractQueuedLongSynchronizer+",
            "java.util.concurrent.locks.AbstractQueuedLongSynchronizer$ConditionObject", "java.util.concurrent.locks.StampedLock+",
            "java.util.concurrent.FutureTask+", "java.util.concurrent.CompletableFuture$Signaller",
            "java.util.concurrent.SynchronousQueue$TransferStack", "java.util.concurrent.DelayQueue+"),
        new Row("jcp.runtime.threads.Executors", "java.util.concurrent.ThreadPoolExecutor+"),
        new Row("jcp.runtime.threads.Cleaners$AsKind", "java.lang.ref.Cleaner", "jdk.internal.ref.CleanerImpl", "jdk.internal.ref.PhantomCleanable+"),
        new Row("jcp.runtime.kinds.PathMatchers", "sun.nio.fs.UnixFileSystem$*", "jdk.nio.zipfs.ZipFileSystem$*",
            "jdk.internal.jrtfs.JrtFileSystem$*"),
        new Row("jcp.runtime.kinds.Drawing$Fonts", "java.awt.Font+"),
        // objects that lead to others by no field, or that the JDK keeps
        new Row("jcp.runtime.kinds.ClassValues$AsKind", EDGE + "class values", "java.lang.ClassValue+"),
        new Row("jcp.runtime.kinds.KeptByJdk$AsKind", EDGE + "kept by the JDK", ALWAYS),
        new Row("jcp.runtime.kinds.KeptByClasses$AsKind", EDGE + "kept by classes", "java.lang.reflect.AccessibleObject+", "java.lang.reflect.Parameter",
            "sun.reflect.annotation.AnnotationInvocationHandler", "sun.reflect.generics.reflectiveObjects.*"),
        new Row("jcp.runtime.kinds.KeptBundles$AsKind", EDGE + "kept bundles", "java.util.ResourceBundle+", "java.util.ResourceBundle$CacheKey"),
        new Row("jcp.runtime.kinds.UnnamedLoggers", EDGE + "loggers without names", "java.util.logging.Logger"),
        new Row("jcp.runtime.kinds.EnumArrays$AsKind", EDGE + "enum arrays", "java.util.EnumMap", "java.util.EnumSet+"),
        new Row("jcp.runtime.threads.WorkerLocals", EDGE + "thread-local values of workers", "java.lang.ThreadLocal+"));

    private KindList() {}
}
