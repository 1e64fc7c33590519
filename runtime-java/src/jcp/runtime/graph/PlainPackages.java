package jcp.runtime.graph;

/**
 * The JDK classes whose instances are plain data: all of their state is in their Java fields, so that a copy made field by
 * field (with anchors and leaves in place of the JVM's own objects) behaves like the original.
 *
 * <p>Entries: {@code a.b.C} is the class and its nested classes, {@code a.b.*} the classes of one package, {@code a.b.**}
 * of the package and those below it. The most specific entry wins; {@link Refusals} uses the same notation for what must
 * not be copied. A class in neither table is refused: unknown is not plain. Checked against the sources of JDK 17 and 25:
 * no native handle, no thread, no registration with a JVM-wide table that the copy would miss.
 */
public final class PlainPackages {
    private PlainPackages() {}

    static final String[] ENTRIES = {
        // java.lang: one by one, since its neighbours are the JVM itself.
        "java.lang.Object", "java.lang.String", "java.lang.Boolean", "java.lang.Byte", "java.lang.Short",
        "java.lang.Character", "java.lang.Integer", "java.lang.Long", "java.lang.Float", "java.lang.Double",
        "java.lang.Number", "java.lang.Enum", "java.lang.Record", "java.lang.Math", "java.lang.StrictMath",
        "java.lang.AbstractStringBuilder", "java.lang.StringBuilder", "java.lang.StringBuffer", "java.lang.Throwable",
        "java.lang.StackTraceElement", "java.lang.ThreadLocal", "java.lang.InheritableThreadLocal", "java.lang.ClassValue", "java.lang.ScopedValue",
        "java.lang.Runtime$Version", "java.lang.StackWalker", "java.net.Authenticator", "java.lang.Thread$FieldHolder", "java.lang.ProcessEnvironment", "java.lang.ProcessBuilder", "java.lang.StringLatin1", "java.lang.StringUTF16",
        "java.lang.constant.**", "jdk.internal.constant.**", "java.lang.invoke.SerializedLambda", "java.rmi.dgc.VMID", "java.rmi.server.UID",
        "java.lang.ref.Reference", "java.lang.ref.SoftReference", "java.lang.ref.WeakReference",
        "java.lang.ref.PhantomReference", "java.lang.ref.ReferenceQueue",
        "java.lang.reflect.Parameter", "java.lang.reflect.RecordComponent", "java.lang.reflect.AccessFlag$AccessFlagSet",
        // Generic types of reflection: trees over Class objects, which are written by name.
        "sun.reflect.generics.**", "sun.reflect.annotation.AnnotationInvocationHandler",
        "java.lang.Class$AnnotationData", "java.lang.reflect.Executable$ParameterData", "sun.reflect.annotation.ExceptionProxy",
        "sun.reflect.annotation.TypeNotPresentExceptionProxy", "sun.reflect.annotation.AnnotationTypeMismatchExceptionProxy",
        "sun.reflect.annotation.EnumConstantNotPresentExceptionProxy", "sun.reflect.annotation.AnnotatedTypeFactory", "sun.reflect.annotation.TypeAnnotation",
        // Collections, utilities.
        "java.util.*", "java.util.concurrent.*", "java.util.concurrent.atomic.*", "java.util.concurrent.locks.*",
        "java.util.function.**", "java.util.regex.*", "java.util.random.*", "jdk.random.*", "jdk.internal.random.*", "jdk.internal.util.random.*",
        "java.util.jar.Attributes", "java.util.jar.Manifest", "java.util.jar.JarEntry",
        "java.util.zip.CRC32", "java.util.zip.CRC32C", "java.util.zip.Adler32", "java.util.zip.CheckedInputStream",
        "java.util.zip.CheckedOutputStream", "java.util.zip.ZipEntry", "java.util.zip.ZipCoder",
        "java.util.stream.*",
        "jdk.internal.vm.ThreadContainer", "jdk.internal.vm.StackableScope", "java.lang.ThreadBuilders",
        // Nested classes of refused ones that hold nothing of them.
        "jdk.internal.ref.CleanerImpl$CleanableList",
        "java.util.concurrent.ThreadPerTaskExecutor$ThreadBoundFuture", "java.util.concurrent.ThreadPerTaskExecutor$TaskRunner",
        "java.util.concurrent.ForkJoinPool$DefaultForkJoinWorkerThreadFactory",
        "java.util.concurrent.ForkJoinPool$DefaultCommonPoolForkJoinWorkerThreadFactory",
        "java.util.concurrent.ThreadPoolExecutor$Worker", "java.util.concurrent.ThreadPoolExecutor$AbortPolicy", "java.util.concurrent.ThreadPoolExecutor$CallerRunsPolicy",
        "java.util.concurrent.ThreadPoolExecutor$DiscardPolicy", "java.util.concurrent.ThreadPoolExecutor$DiscardOldestPolicy",
        "java.util.Locale$Builder", "java.util.Locale$LanguageRange",
        "jdk.internal.util.NullableKeyValueHolder", "jdk.internal.util.ReferenceKey", "jdk.internal.util.SoftReferenceKey", "jdk.internal.util.WeakReferenceKey",
        // Logging: what is not a logger, its manager or a handler that owns a socket.
        "java.util.logging.Level", "java.util.logging.Logger$ConfigurationData", "java.util.logging.Logger$LoggerBundle", "java.util.logging.LogRecord", "java.util.logging.Formatter",
        "java.util.logging.SimpleFormatter", "java.util.logging.XMLFormatter", "java.util.logging.ErrorManager",
        "java.util.logging.Handler", "java.util.logging.StreamHandler", "java.util.logging.ConsoleHandler",
        "java.util.logging.MemoryHandler", "java.util.logging.FileHandler", "sun.util.logging.internal.LoggingProviderImpl$JULWrapper",
        "sun.util.logging.PlatformLogger$ConfigurableBridge",
        // Numbers, text, time.
        "java.math.*", "jdk.internal.math.*", "java.text.**", "sun.text.**", "jdk.internal.icu.**",
        "java.time.**", "sun.util.calendar.*", "sun.util.locale.*", "sun.util.PreHashedMap",
        "sun.util.ResourceBundleEnumeration", "sun.util.locale.provider.BreakIteratorProviderImpl$GraphemeBreakIterator",
        // Streams, readers and writers over memory or over each other.
        "java.io.File", "java.io.InputStream", "java.io.OutputStream", "java.io.Reader", "java.io.Writer",
        "java.io.ByteArrayInputStream", "java.io.ByteArrayOutputStream", "java.io.CharArrayReader",
        "java.io.CharArrayWriter", "java.io.StringReader", "java.io.StringWriter", "java.io.StringBufferInputStream",
        "java.io.BufferedInputStream", "java.io.BufferedOutputStream", "java.io.BufferedReader",
        "java.io.BufferedWriter", "java.io.FilterInputStream", "java.io.FilterOutputStream", "java.io.FilterReader",
        "java.io.FilterWriter", "java.io.PrintStream", "java.io.PrintWriter", "java.io.DataInputStream",
        "java.io.DataOutputStream", "java.io.PushbackInputStream", "java.io.PushbackReader",
        "java.io.LineNumberInputStream", "java.io.LineNumberReader", "java.io.SequenceInputStream",
        "java.io.InputStreamReader", "java.io.OutputStreamWriter", "java.io.FileReader", "java.io.FileWriter",
        "java.io.StreamTokenizer", "java.io.PipedInputStream", "java.io.PipedOutputStream", "java.io.PipedReader",
        "java.io.PipedWriter", "java.io.ObjectStreamField", "java.io.ObjectStreamClass",
        "java.io.ObjectInputStream", "java.io.ObjectOutputStream", "java.io.SerialCallbackContext", "jdk.internal.misc.InternalLock",
        "java.io.ObjectInputFilter",
        // Files: their kinds open them again.
        "java.io.FileDescriptor", "java.io.FileInputStream", "java.io.FileOutputStream", "java.io.RandomAccessFile", "java.lang.System$In",
        "java.nio.channels.FileChannel", "java.nio.channels.Channels", "java.nio.channels.spi.AbstractInterruptibleChannel",
        "sun.nio.ch.FileChannelImpl", "java.nio.channels.FileLock", "sun.nio.ch.FileLockImpl", "sun.nio.ch.NativeThreadSet", "sun.nio.ch.FileDispatcherImpl", "sun.nio.ch.FileDispatcher",
        "sun.nio.ch.UnixFileDispatcherImpl", "sun.nio.ch.NativeDispatcher", "sun.nio.ch.ChannelInputStream",
        "sun.nio.ch.ChannelOutputStream",
        // Sockets and what waits for several of them: their kinds make them again, or refuse them one by one.
        "java.net.Socket", "java.net.ServerSocket", "java.net.SocketImpl", "java.net.DelegatingSocketImpl", "java.net.SocksSocketImpl",
        "sun.nio.ch.NioSocketImpl", "sun.nio.ch.DummySocketImpl", "sun.nio.ch.ServerSocketAdaptor", "sun.nio.ch.SocketAdaptor",
        "java.nio.channels.SelectableChannel", "java.nio.channels.spi.AbstractSelectableChannel", "java.nio.channels.ServerSocketChannel",
        "java.nio.channels.SocketChannel", "sun.nio.ch.ServerSocketChannelImpl", "sun.nio.ch.SocketChannelImpl",
        "java.net.DatagramSocket", "java.net.MulticastSocket", "sun.nio.ch.DatagramSocketAdaptor", "java.nio.channels.DatagramChannel",
        "sun.nio.ch.DatagramChannelImpl", "sun.nio.ch.MembershipRegistry",
        "java.nio.channels.Selector", "java.nio.channels.spi.AbstractSelector", "sun.nio.ch.SelectorImpl", "sun.nio.ch.EPollSelectorImpl",
        "java.nio.channels.SelectionKey", "java.nio.channels.spi.AbstractSelectionKey", "sun.nio.ch.SelectionKeyImpl", "sun.nio.ch.EventFD",
        "sun.nio.ch.Util$2", "sun.nio.ch.SocketInputStream", "sun.nio.ch.SocketOutputStream",
        // The JDK's HTTP server, whose connections are refused with their channels.
        "com.sun.net.httpserver.*", "sun.net.httpserver.ServerImpl", "sun.net.httpserver.HttpServerImpl", "sun.net.httpserver.ContextList",
        "sun.net.httpserver.HttpContextImpl", "sun.net.httpserver.AuthFilter", "sun.net.httpserver.Event",
        "sun.net.httpserver.HttpConnection", "sun.net.httpserver.Request",
        "java.util.zip.ZipFile", "java.util.jar.JarFile", "java.util.zip.Inflater", "java.util.zip.Deflater",
        "java.util.zip.InflaterInputStream", "java.util.zip.InflaterOutputStream", "java.util.zip.DeflaterInputStream",
        "java.util.zip.DeflaterOutputStream", "java.util.zip.GZIPInputStream", "java.util.zip.GZIPOutputStream",
        "java.util.zip.ZipInputStream", "java.util.zip.ZipOutputStream", "java.util.jar.JarInputStream",
        "java.util.jar.JarOutputStream",
        // The buffers of the heap; DirectBuffers has the others.
        "java.nio.Buffer", "java.nio.ByteOrder", "java.nio.ByteBuffer", "java.nio.CharBuffer", "java.nio.ShortBuffer",
        "java.nio.IntBuffer", "java.nio.LongBuffer", "java.nio.FloatBuffer", "java.nio.DoubleBuffer",
        "java.nio.HeapByteBuffer", "java.nio.HeapByteBufferR", "java.nio.HeapCharBuffer", "java.nio.HeapCharBufferR",
        "java.nio.HeapShortBuffer", "java.nio.HeapShortBufferR", "java.nio.HeapIntBuffer", "java.nio.HeapIntBufferR",
        "java.nio.HeapLongBuffer", "java.nio.HeapLongBufferR", "java.nio.HeapFloatBuffer", "java.nio.HeapFloatBufferR",
        "java.nio.HeapDoubleBuffer", "java.nio.HeapDoubleBufferR", "java.nio.StringCharBuffer",
        // Views of buffers.
        "java.nio.ByteBufferAsCharBufferB", "java.nio.ByteBufferAsCharBufferL", "java.nio.ByteBufferAsCharBufferRB", "java.nio.ByteBufferAsCharBufferRL",
        "java.nio.ByteBufferAsShortBufferB", "java.nio.ByteBufferAsShortBufferL", "java.nio.ByteBufferAsShortBufferRB", "java.nio.ByteBufferAsShortBufferRL",
        "java.nio.ByteBufferAsIntBufferB", "java.nio.ByteBufferAsIntBufferL", "java.nio.ByteBufferAsIntBufferRB", "java.nio.ByteBufferAsIntBufferRL",
        "java.nio.ByteBufferAsLongBufferB", "java.nio.ByteBufferAsLongBufferL", "java.nio.ByteBufferAsLongBufferRB", "java.nio.ByteBufferAsLongBufferRL",
        "java.nio.ByteBufferAsFloatBufferB", "java.nio.ByteBufferAsFloatBufferL", "java.nio.ByteBufferAsFloatBufferRB", "java.nio.ByteBufferAsFloatBufferRL",
        "java.nio.ByteBufferAsDoubleBufferB", "java.nio.ByteBufferAsDoubleBufferL", "java.nio.ByteBufferAsDoubleBufferRB", "java.nio.ByteBufferAsDoubleBufferRL",
        "java.nio.charset.*", "sun.nio.cs.**", "java.nio.file.Path", "java.nio.file.SimpleFileVisitor", "java.nio.file.attribute.FileTime",
        "java.nio.file.attribute.PosixFilePermissions", "java.nio.file.attribute.AclEntry", "sun.nio.fs.UnixFileAttributes", "sun.nio.fs.UnixFileKey",
        "sun.nio.fs.UnixFileModeAttribute",
        // Addresses. A URL's stream handlers have no state beyond a proxy's name.
        "java.net.URI", "java.net.URL", "java.net.InetAddress", "java.net.Inet4Address", "java.net.Inet6Address",
        "java.security.SecureClassLoader$CodeSourceKey", "java.net.InterfaceAddress", "java.net.InetSocketAddress", "java.net.SocketAddress", "java.net.Proxy", "java.net.HttpCookie",
        "java.net.URLStreamHandler", "java.net.PasswordAuthentication", "java.net.UrlDeserializedState",
        "java.net.DatagramPacket", "java.net.UnixDomainSocketAddress", "java.net.CookieHandler", "java.net.CookieManager",
        "java.net.CookiePolicy", "java.net.InMemoryCookieStore", "java.net.ProxySelector",
        // Permissions: names and masks; paths in them are leaves.
        "java.security.Permission", "java.security.BasicPermission", "java.security.PermissionCollection", "java.security.BasicPermissionCollection",
        "java.security.Permissions", "java.security.PermissionsHash", "java.io.FilePermission", "java.io.FilePermissionCollection",
        "java.io.SerializablePermission", "java.util.PropertyPermission", "java.util.PropertyPermissionCollection",
        "java.net.NetPermission", "java.net.SocketPermission", "java.net.SocketPermissionCollection", "java.net.URLPermission", "java.net.HostPortrange",
        "java.security.AccessControlContext", "java.nio.file.LinkPermission", "java.lang.RuntimePermission", "java.lang.reflect.ReflectPermission", "java.security.AllPermission",
        "java.security.SecurityPermission", "java.security.UnresolvedPermission", "java.util.logging.LoggingPermission", "java.sql.SQLPermission",
        // What is left of security managers; one that is set is refused.
        "java.lang.SecurityManager",
        "sun.net.www.protocol.file.Handler", "sun.net.www.protocol.jar.Handler", "sun.net.www.protocol.http.Handler",
        "sun.net.www.protocol.https.Handler", "sun.net.www.protocol.ftp.Handler", "sun.net.www.protocol.jrt.Handler",
        "sun.net.www.protocol.mailto.Handler", "sun.net.www.protocol.jmod.Handler",
        // Connections to files and to entries of jars, the streams being handled; where loaders of URLs look.
        "java.net.URLConnection", "java.net.JarURLConnection", "sun.net.www.URLConnection", "sun.net.www.MessageHeader",
        "sun.net.www.protocol.file.FileURLConnection", "sun.net.www.protocol.jar.JarURLConnection", "sun.net.www.protocol.jar.URLJarFile",
        "jdk.internal.loader.URLClassPath",
        // Message digests and random numbers: arrays of state; providers are leaves.
        "java.security.MessageDigest", "java.security.MessageDigestSpi", "java.security.SecureRandom",
        "java.security.SecureRandomSpi", "java.security.DigestInputStream", "java.security.DigestOutputStream",
        "sun.security.provider.DigestBase", "sun.security.provider.MD2", "sun.security.provider.MD4",
        "sun.security.provider.MD5", "sun.security.provider.SHA", "sun.security.provider.SHA2",
        "sun.security.provider.SHA3", "sun.security.provider.SHA5", "sun.security.provider.NativePRNG", "sun.security.provider.SecureRandom",
        // Keys, their parameters, and codes of messages: arrays and numbers; providers are leaves.
        "java.security.spec.*", "javax.crypto.spec.*", "java.security.KeyPair", "sun.security.rsa.RSAPublicKeyImpl", "sun.security.rsa.RSAPrivateKeyImpl",
        "sun.security.rsa.RSAPrivateCrtKeyImpl", "sun.security.x509.X509Key", "sun.security.pkcs.PKCS8Key", "sun.security.x509.AlgorithmId",
        "sun.security.util.ObjectIdentifier", "sun.security.util.BitArray", "javax.crypto.Mac", "javax.crypto.MacSpi",
        // What works on them: state in arrays, and the services that the providers offer for it.
        "com.sun.crypto.provider.*", "javax.crypto.Cipher", "javax.crypto.CipherSpi", "javax.crypto.CryptoPermission", "javax.crypto.CryptoAllPermission",
        "javax.crypto.CipherInputStream", "javax.crypto.CipherOutputStream", "javax.crypto.SealedObject",
        "javax.crypto.KeyGenerator", "javax.crypto.KeyGeneratorSpi", "javax.crypto.SecretKeyFactory", "javax.crypto.SecretKeyFactorySpi",
        "javax.crypto.KeyAgreement", "javax.crypto.KeyAgreementSpi", "java.security.KeyFactory", "java.security.KeyFactorySpi",
        "java.security.KeyPairGenerator", "java.security.KeyPairGeneratorSpi", "java.security.AlgorithmParameters", "java.security.AlgorithmParametersSpi",
        "java.security.Signature", "java.security.SignatureSpi", "java.security.SignedObject", "java.security.KeyStore", "java.security.KeyStoreSpi",
        "java.security.cert.*", "sun.security.jca.ProviderList", "sun.security.jca.ProviderConfig", "sun.security.jca.ServiceId",
        "java.security.PKCS12Attribute", "sun.security.rsa.*", "sun.security.ec.**", "sun.security.x509.*", "sun.security.pkcs.*",
        "sun.security.pkcs12.*", "sun.security.util.NamedCurve", "sun.security.util.ECParameters", "sun.security.util.math.**",
        "sun.security.util.DerValue", "sun.security.util.DerInputStream", "sun.security.util.KeyStoreDelegator",
        "sun.security.provider.JavaKeyStore", "sun.security.provider.X509Factory",
        // Beans, SQL's dates, geometry.
        "java.beans.PropertyChangeSupport", "java.beans.VetoableChangeSupport", "java.beans.ChangeListenerMap",
        "java.beans.PropertyChangeEvent", "java.beans.IndexedPropertyChangeEvent", "java.beans.PropertyChangeListenerProxy",
        "java.beans.FeatureDescriptor", "java.beans.BeanDescriptor", "java.beans.PropertyDescriptor", "java.beans.IndexedPropertyDescriptor",
        "java.beans.MethodDescriptor", "java.beans.ParameterDescriptor", "java.beans.EventSetDescriptor", "java.beans.MethodRef",
        "java.beans.GenericBeanInfo", "java.beans.SimpleBeanInfo", "java.beans.PropertyEditorSupport",
        "java.sql.Date", "java.sql.Time", "java.sql.Timestamp", "java.sql.DriverInfo", "java.awt.geom.**", "java.awt.Point",
        "java.awt.Rectangle", "java.awt.Dimension", "java.awt.Insets", "java.awt.Color", "java.awt.color.ColorSpace",
        "java.awt.color.ICC_ColorSpace",
        "java.awt.Polygon", "javax.swing.plaf.ColorUIResource", "sun.swing.PrintColorUIResource", "javax.swing.plaf.FontUIResource",
        "sun.font.AttributeValues", "sun.font.EAttribute", "java.awt.font.TextAttribute", "java.awt.font.FontRenderContext", "java.awt.font.TransformAttribute",
        "java.awt.RenderingHints", "java.awt.AlphaComposite", "java.awt.GradientPaint", "java.awt.LinearGradientPaint",
        "java.awt.RadialGradientPaint", "java.awt.MultipleGradientPaint", "java.awt.TexturePaint",
        // Images in memory: pixels, and how to read them. Surfaces made for drawing are left out.
        "java.awt.Image", "java.awt.image.**", "sun.awt.image.SunWritableRaster", "sun.awt.image.ByteBandedRaster",
        "sun.awt.image.ByteComponentRaster", "sun.awt.image.ByteInterleavedRaster", "sun.awt.image.BytePackedRaster",
        "sun.awt.image.IntegerComponentRaster", "sun.awt.image.IntegerInterleavedRaster", "sun.awt.image.ShortBandedRaster",
        "sun.awt.image.ShortComponentRaster", "sun.awt.image.ShortInterleavedRaster", "sun.awt.image.PixelConverter", "sun.java2d.StateTrackableDelegate",
        "java.awt.Graphics", "java.awt.Graphics2D", "java.awt.FontMetrics", "java.awt.Cursor", "sun.java2d.SunGraphics2D", "sun.java2d.SurfaceData",
        "sun.awt.image.BufImgSurfaceData", "sun.java2d.pipe.Region", "sun.font.FontDesignMetrics", "sun.java2d.loops.XORComposite",
        "java.awt.BasicStroke", "sun.awt.geom.**", "javax.swing.tree.DefaultMutableTreeNode", "javax.swing.tree.TreePath",
        "javax.swing.AbstractListModel", "javax.swing.DefaultListModel", "javax.swing.DefaultComboBoxModel", "javax.swing.table.AbstractTableModel",
        "javax.swing.table.DefaultTableModel", "javax.swing.tree.DefaultTreeModel", "java.lang.management.MemoryUsage",
        "javax.management.ObjectName", "javax.management.NotificationBroadcasterSupport", "javax.management.MBeanInfo",
        "javax.management.MBeanFeatureInfo", "javax.management.MBeanAttributeInfo", "javax.management.MBeanConstructorInfo",
        "javax.management.MBeanNotificationInfo", "javax.management.MBeanOperationInfo", "javax.management.MBeanParameterInfo",
        "javax.management.ImmutableDescriptor", "javax.management.modelmbean.DescriptorSupport", "javax.management.Notification",
        "javax.management.Attribute", "javax.management.AttributeList", "javax.management.ObjectInstance", "javax.management.openmbean.*",
        "javax.sql.rowset.serial.SerialBlob", "javax.sql.rowset.serial.SerialClob", "java.sql.DriverPropertyInfo",
        "javax.swing.event.EventListenerList", "javax.swing.undo.*", "java.awt.print.PageFormat", "java.awt.print.Paper", "java.awt.print.Book",
        "javax.naming.CompositeName", "javax.naming.CompoundName", "javax.naming.NameImpl", "javax.naming.ldap.LdapName", "javax.naming.ldap.Rdn",
        "javax.sound.sampled.AudioFormat", "javax.sound.sampled.AudioFileFormat", "javax.sound.midi.Sequence", "javax.sound.midi.Track",
        "javax.sound.midi.MidiEvent", "javax.sound.midi.MidiMessage", "javax.sound.midi.ShortMessage", "javax.sound.midi.MetaMessage",
        "javax.sound.midi.SysexMessage",
        // XML: parsers, trees, transformers are Java objects throughout; an open file in them is refused by itself.
        "com.sun.org.apache.xerces.**", "com.sun.org.apache.xml.**", "com.sun.org.apache.xpath.**",
        "com.sun.org.apache.xalan.**", "com.sun.java_cup.**", "com.sun.xml.internal.stream.**", "jdk.xml.internal.**", "javax.xml.**",
        "org.w3c.**", "org.xml.**",
    };
}
