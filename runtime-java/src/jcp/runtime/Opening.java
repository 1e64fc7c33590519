package jcp.runtime;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Constructor;
import sun.reflect.ReflectionFactory;

/**
 * Exports {@code jdk.internal.misc} to the runtime, which is all that it needs: the rest goes through the Unsafe there. The
 * launch has no flags and no attributes for it, since these would take identity hashes before main, and so shift those of
 * the program ({@link HashGenerator}).
 *
 * <p>{@code sun.reflect.ReflectionFactory} of the module jdk.unsupported gives serialization libraries access to any
 * constructor: here to that of a Lookup with all rights. The Lookup defines a hidden nest member of {@code Module} that
 * calls {@code Module.addExportsToAllUnnamed0}: the JVM then links what the runtime names, while {@code Module} itself, and
 * with it the program's reflection, knows nothing of the export. Where that module is missing, the flags open the way.
 *
 * <p>Invariants: no method handle is made and no module is hashed. Nor may this class iterate over immutable sets, as those
 * of modules and packages are: compiled, their iterators would keep the fresh JVM's order ({@link IterationOrder}). It links
 * nothing of {@code jdk.internal}, so that it can say what is missing.
 */
final class Opening {
    private static final String NATIVE = "jdk.reflect.useNativeAccessorOnly";
    private static boolean open;

    private Opening() {}

    /** Exports jdk.internal.misc; returns what is missing, or null. */
    static synchronized String open() {
        if (open) {
            return null;
        }
        try {
            lookup().defineHiddenClass(exporter(), true, Lookup.ClassOption.NESTMATE);
            open = true;
            return null;
        } catch (ReflectiveOperationException | RuntimeException | IOException | LinkageError e) {
            open = Object.class.getModule().isExported("jdk.internal.misc", Opening.class.getModule());
            return open ? null : "the JVM does not let jcp read its objects (" + e + "); start it with " + FLAGS;
        }
    }

    static final String FLAGS = "--add-modules jdk.unsupported, or --add-exports java.base/jdk.internal.misc=ALL-UNNAMED";

    /** A Lookup with all rights in Module. */
    private static Lookup lookup() throws ReflectiveOperationException {
        Constructor<Lookup> any = Lookup.class.getDeclaredConstructor(Class.class, Class.class, int.class);
        Constructor<?> open = ReflectionFactory.getReflectionFactory().newConstructorForSerialization(Lookup.class, any);
        // JDK 18 and later would call it by a method handle, unless the first use of reflection finds this
        String before = System.getProperty(NATIVE);
        System.setProperty(NATIVE, "true");
        try {
            return (Lookup) open.newInstance(Module.class, null, TRUSTED);
        } finally {
            if (before == null) {
                System.clearProperty(NATIVE);
            } else {
                System.setProperty(NATIVE, before);
            }
        }
    }

    /** {@code Lookup.TRUSTED}. */
    private static final int TRUSTED = -1;

    /** What stands behind the numbers of the constant pool. */
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int METHOD = 10;
    private static final int NAME_AND_TYPE = 12;

    /** {@code class java.lang.Module$Exporter { static { Module.addExportsToAllUnnamed0(Object.class.getModule(), "…"); } }}. */
    private static byte[] exporter() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xCAFEBABE);
        out.writeInt(55); // minor and major version
        out.writeShort(22); // constants, and one more
        constant(out, UTF8, "java/lang/Module$Exporter"); // 1
        constant(out, CLASS, 1); // 2
        constant(out, UTF8, "java/lang/Object"); // 3
        constant(out, CLASS, 3); // 4
        constant(out, UTF8, "java/lang/Module"); // 5
        constant(out, CLASS, 5); // 6
        constant(out, UTF8, "java/lang/Class"); // 7
        constant(out, CLASS, 7); // 8
        constant(out, UTF8, "getModule"); // 9
        constant(out, UTF8, "()Ljava/lang/Module;"); // 10
        constant(out, NAME_AND_TYPE, 9, 10); // 11
        constant(out, METHOD, 8, 11); // 12
        constant(out, UTF8, "addExportsToAllUnnamed0"); // 13
        constant(out, UTF8, "(Ljava/lang/Module;Ljava/lang/String;)V"); // 14
        constant(out, NAME_AND_TYPE, 13, 14); // 15
        constant(out, METHOD, 6, 15); // 16
        constant(out, UTF8, "jdk.internal.misc"); // 17
        constant(out, STRING, 17); // 18
        constant(out, UTF8, "Code"); // 19
        constant(out, UTF8, "<clinit>"); // 20
        constant(out, UTF8, "()V"); // 21
        initializer(out);
        return bytes.toByteArray();
    }

    private static void initializer(DataOutputStream out) throws IOException {
        out.writeShort(0x20); // super
        out.writeShort(2); // this class
        out.writeShort(4); // its superclass
        out.writeShort(0); // interfaces
        out.writeShort(0); // fields
        out.writeShort(1); // methods
        out.writeShort(0x8); // static
        out.writeShort(20); // its name
        out.writeShort(21); // its type
        out.writeShort(1); // attributes
        out.writeShort(19); // Code
        out.writeInt(12 + 11);
        out.writeShort(2); // stack
        out.writeShort(0); // locals
        out.writeInt(11);
        out.write(new byte[] {
            0x12, 4, // ldc Object.class          Object.class
            (byte) 0xb6, 0, 12, // invokevirtual getModule   java.base
            0x12, 18, // ldc "jdk.internal.misc"  java.base, name
            (byte) 0xb8, 0, 16, // invokestatic addExportsToAllUnnamed0
            (byte) 0xb1, // return
        });
        out.writeShort(0); // handlers
        out.writeShort(0); // attributes of the code
        out.writeShort(0); // attributes of the class
    }

    private static void constant(DataOutputStream out, int tag, Object... parts) throws IOException {
        out.write(tag);
        for (Object part : parts) {
            if (part instanceof String) {
                out.writeUTF((String) part);
            } else {
                out.writeShort((Integer) part);
            }
        }
    }
}
