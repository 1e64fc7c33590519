package jcp.runtime.jvm;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import sun.reflect.ReflectionFactory;

/**
 * Exports {@code jdk.internal.misc} to the runtime, which is all that it needs: the rest goes through the Unsafe there. The
 * launch has no flags and no attributes for it, since these would take identity hashes before main, and so shift those of
 * the program ({@link HashGenerator}).
 *
 * <p>{@code sun.reflect.ReflectionFactory} of the module jdk.unsupported gives serialization libraries access to any
 * constructor: here to that of a Lookup with all rights. The Lookup defines a hidden nest member of {@code Module} that
 * calls {@code Module.addExportsToAllUnnamed0}: the JVM then links what the runtime names, while {@code Module} itself, and
 * with it the program's reflection, knows nothing of the export. On JDK 24 and later, which read the class files they define by a
 * library that the program may be the first to use, that method is called by reflection ({@link Overriding}). Where the module is
 * missing, a flag opens the way.
 *
 * <p>Invariants: no method handle is made and no module is hashed. Nor may this class iterate over immutable sets, as those
 * of modules and packages are: compiled, their iterators would keep the fresh JVM's order ({@code IterationOrder}). It links
 * nothing of {@code jdk.internal}, so that it can say what is missing.
 */
public final class Opening {
    private static final String NATIVE = "jdk.reflect.useNativeAccessorOnly";
    private static boolean open;

    private Opening() {}

    /** Exports jdk.internal.misc; returns what is missing, or null. */
    public static synchronized String open() {
        if (open) {
            return null;
        }
        // JDK 18 and later would call by method handles, unless the first use of reflection finds this
        String before = nativeReflection();
        try {
            if (Runtime.version().feature() < PARSING || !directly()) {
                lookup().defineHiddenClass(new Exporter().bytes(), true, Lookup.ClassOption.NESTMATE);
            }
            open = true;
            forgetSettings();
            return null;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            open = Object.class.getModule().isExported("jdk.internal.misc", Opening.class.getModule());
            return open ? null : "the JVM does not let jcp read its objects (" + e + "); start the JVM with " + FLAGS;
        } finally {
            restoreReflection(before);
        }
    }

    /** The JDK keeps the settings of reflection that it read in {@link #open}; the program's reflection reads them anew. */
    private static void forgetSettings() throws ClassNotFoundException {
        Class<?> factory = Class.forName("jdk.internal.reflect.ReflectionFactory");
        if (Access.hasField(factory, "config")) {
            Access.setField(null, factory, "config", null);
        }
    }

    /** After the first hook's work: texts of the class by which the JVM was opened are as new to it as without the runtime. */
    public static void forgetTexts() {
        HotSpot jvm = HotSpot.find();
        for (String text : jvm == null ? new String[0] : TEXTS) {
            jvm.disguise(ReflectionFactory.class, text);
        }
    }

    /** A string that its initialiser has used, and a local variable, which other classes of the JDK have, too. */
    private static final String[] TEXTS = {"reflectionFactoryAccess", "bool"};

    static final String FLAGS = "--add-modules jdk.unsupported, or --add-exports java.base/jdk.internal.misc=ALL-UNNAMED";

    /** The first JDK that reads the class files it defines by its own library for them. */
    private static final int PARSING = 24;

    /** Calls {@code Module.addExportsToAllUnnamed0} by reflection; whether that works. */
    private static boolean directly() {
        try {
            Method method = Module.class.getDeclaredMethod("addExportsToAllUnnamed0", Module.class, String.class);
            Overriding.override(method);
            method.invoke(null, Object.class.getModule(), "jdk.internal.misc");
            return true;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            return false;
        }
    }

    /** {@code Lookup.TRUSTED}. */
    private static final int TRUSTED = -1;

    /** A Lookup with all rights in Module. */
    private static Lookup lookup() throws ReflectiveOperationException {
        Constructor<Lookup> any = Lookup.class.getDeclaredConstructor(Class.class, Class.class, int.class);
        Constructor<?> open = ReflectionFactory.getReflectionFactory().newConstructorForSerialization(Lookup.class, any);
        return (Lookup) open.newInstance(Module.class, null, TRUSTED);
    }

    /** Has reflection call by native code, if it has not read its settings; returns what {@link #restoreReflection} needs. */
    private static String nativeReflection() {
        String before = System.getProperty(NATIVE);
        System.setProperty(NATIVE, "true");
        return before;
    }

    private static void restoreReflection(String before) {
        if (before == null) {
            System.clearProperty(NATIVE);
        } else {
            System.setProperty(NATIVE, before);
        }
    }

    /** Calls the method, which has an argument, while the JDK's reflection makes no code for what it calls. */
    public static void callNatively(Class<?> in, String method, Object argument) throws ClassNotFoundException {
        natively(new Runnable() {
            @Override
            public void run() {
                Access.call(null, in, method, argument);
            }
        });
    }

    /** Does the work while the JDK's reflection makes no code for what it calls. */
    public static void natively(Runnable work) throws ClassNotFoundException {
        forgetSettings();
        String before = nativeReflection();
        try {
            work.run();
        } finally {
            restoreReflection(before);
            forgetSettings();
        }
    }

    /**
     * Writes the class file of
     * {@code class java.lang.Module$Exporter { static { Module.addExportsToAllUnnamed0(Object.class.getModule(), "…"); } }}.
     */
    private static final class Exporter {
        private static final int UTF8 = 1;
        private static final int CLASS = 7;
        private static final int STRING = 8;
        private static final int METHOD = 10;
        private static final int NAME_AND_TYPE = 12;

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        byte[] bytes() {
            u2(0xCAFE, 0xBABE, 0, 55); // magic, version
            constants();
            u2(0x20, 2, 4, 0, 0); // super; this class, its superclass, no interfaces, no fields
            u2(1, 8, 20, 21, 1); // one method: static, its name and type, one attribute
            u2(19, 0, 12 + CODE.length); // Code and its length
            u2(2, 0, 0, CODE.length); // stack, locals, length of the code
            out.write(CODE, 0, CODE.length);
            u2(0, 0, 0); // no handlers, no attributes of the code, none of the class
            return out.toByteArray();
        }

        private static final byte[] CODE = {
            0x12, 4, // ldc Object.class                      // Object.class
            (byte) 0xb6, 0, 12, // invokevirtual getModule    // java.base
            0x12, 18, // ldc "jdk.internal.misc"              // java.base, name
            (byte) 0xb8, 0, 16, // invokestatic addExportsToAllUnnamed0
            (byte) 0xb1, // return
        };

        private void constants() {
            u2(22); // constants, and one more
            utf8("java/lang/Module$Exporter"); // 1
            constant(CLASS, 1); // 2
            utf8("java/lang/Object"); // 3
            constant(CLASS, 3); // 4
            utf8("java/lang/Module"); // 5
            constant(CLASS, 5); // 6
            utf8("java/lang/Class"); // 7
            constant(CLASS, 7); // 8
            utf8("getModule"); // 9
            utf8("()Ljava/lang/Module;"); // 10
            constant(NAME_AND_TYPE, 9, 10); // 11
            constant(METHOD, 8, 11); // 12
            utf8("addExportsToAllUnnamed0"); // 13
            utf8("(Ljava/lang/Module;Ljava/lang/String;)V"); // 14
            constant(NAME_AND_TYPE, 13, 14); // 15
            constant(METHOD, 6, 15); // 16
            utf8("jdk.internal.misc"); // 17
            constant(STRING, 17); // 18
            utf8("Code"); // 19
            utf8("<clinit>"); // 20
            utf8("()V"); // 21
        }

        private void utf8(String text) {
            out.write(UTF8);
            byte[] ascii = text.getBytes(StandardCharsets.ISO_8859_1);
            u2(ascii.length);
            out.write(ascii, 0, ascii.length);
        }

        private void constant(int tag, int... numbers) {
            out.write(tag);
            u2(numbers);
        }

        private void u2(int... values) {
            for (int value : values) {
                out.write(value >>> 8);
                out.write(value);
            }
        }
    }
}
