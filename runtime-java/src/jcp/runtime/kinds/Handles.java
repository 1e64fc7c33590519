package jcp.runtime.kinds;

import java.lang.constant.ClassDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteOrder;
import jcp.runtime.graph.Kind;
import jcp.runtime.graph.Obstacle;
import jcp.runtime.graph.Policy;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;

/**
 * Direct method handles, handles of fields, array elements and views of bytes, and lookups: written by the names of what they refer to and
 * looked up again with all rights; those that the JDK keeps, or has within others, are {@link KeptHandles}. Handles that combine others are code of this JVM, which {@link Policy} refuses, and so
 * are those whose look-up here gives another type.
 */
public final class Handles {
    private Handles() {}

    static final MethodHandles.Lookup ALL = all();

    /** What names of the classes of views of bytes start with; the JDK describes these handles by nothing else. */
    private static final String VIEWS = "java.lang.invoke.VarHandleByteArrayAs";

    /** What names of the classes of handles of fields of instances end with; those of fields that are not final extend them. */
    private static final String OF_INSTANCE = "$FieldInstanceReadOnly";

    /** Of a static field, made before the field's class was initialised. */
    private static final String LAZY = "java.lang.invoke.LazyInitializingVarHandle";

    private static MethodHandles.Lookup all() {
        Access.U.ensureClassInitialized(MethodHandles.Lookup.class);
        return (MethodHandles.Lookup) Access.getField(null, MethodHandles.Lookup.class, "IMPL_LOOKUP");
    }

    static String[] capture(Object o) throws ReflectiveOperationException {
        String[] leaf = o instanceof VarHandle ? variable((VarHandle) o)
            : o instanceof MethodHandle ? method((MethodHandle) o)
            : o instanceof MethodHandles.Lookup ? lookup((MethodHandles.Lookup) o) : null;
        for (String text : leaf == null ? new String[0] : leaf) {
            if (text == null) {
                return null; // a class that the replay does not find
            }
        }
        return leaf != null && same(o, make(leaf)) ? leaf : null;
    }

    private static boolean same(Object a, Object b) {
        if (a instanceof VarHandle) {
            VarHandle x = (VarHandle) a;
            VarHandle y = (VarHandle) b;
            return x.varType() == y.varType() && x.coordinateTypes().equals(y.coordinateTypes()) && direct(x) == direct(y)
                && x.hasInvokeExactBehavior() == y.hasInvokeExactBehavior();
        }
        if (a instanceof MethodHandle) {
            MethodHandle x = (MethodHandle) a;
            MethodHandle y = (MethodHandle) b;
            return x.type() == y.type() && x.getClass() == y.getClass() && x.isVarargsCollector() == y.isVarargsCollector();
        }
        MethodHandles.Lookup x = (MethodHandles.Lookup) a;
        MethodHandles.Lookup y = (MethodHandles.Lookup) b;
        return x.lookupClass() == y.lookupClass() && x.lookupModes() == y.lookupModes() && x.previousLookupClass() == y.previousLookupClass();
    }

    /** The handle's class, or that of the handle behind one that initialises the field's class first (JDK 22): both do the same. */
    private static Class<?> direct(VarHandle handle) {
        Class<?> type = handle.getClass();
        return type.getName().equals(LAZY) ? Access.getField(handle, type, "target").getClass() : type;
    }

    /** Kinds by the names of the bootstrap methods that describe them, see {@code VarHandle.VarHandleDesc}. */
    private static String[] variable(VarHandle handle) throws ClassNotFoundException {
        if (handle.getClass().getName().startsWith(VIEWS)) {
            Object bigEndian = Access.getField(handle, handle.getClass().getSuperclass(), "be");
            return new String[] {"var-handle", handle.getClass().getSimpleName(), handle.varType().arrayType().descriptorString(), bigEndian.toString(), "",
                exact(handle)};
        }
        for (Class<?> type = handle.getClass(); type != VarHandle.class; type = type.getSuperclass()) {
            if (type.getName().endsWith(OF_INSTANCE)) {
                return ofInstance(handle, type);
            }
        }
        DynamicConstantDesc<?> desc = handle.describeConstable().orElse(null);
        if (desc == null) {
            return null;
        }
        String kind = desc.bootstrapMethod().methodName();
        ClassDesc owner = (ClassDesc) desc.bootstrapArgsList().get(0);
        if (kind.equals("staticFieldVarHandle") && !Access.isInitialized(type(owner.descriptorString()))) {
            return null; // looking it up again would run the class's initialiser
        }
        String type = kind.equals("arrayVarHandle") ? "" : ((ClassDesc) desc.bootstrapArgsList().get(1)).descriptorString();
        return new String[] {"var-handle", kind, owner.descriptorString(), desc.constantName(), type, exact(handle)};
    }

    /** By the class from which the field was looked up, and the name that the field has there or above; the JDK describes none that is inherited. */
    private static String[] ofInstance(VarHandle handle, Class<?> in) {
        Class<?> receiver = (Class<?>) Access.getField(handle, in, "receiverType");
        long offset = (Long) Access.getField(handle, in, "fieldOffset");
        for (Class<?> type = receiver; type != null; type = type.getSuperclass()) {
            for (ClassFields field : ClassFields.of(type)) {
                if (field.offset == offset && (field.flags & Modifier.STATIC) == 0) {
                    return new String[] {"var-handle", "fieldVarHandle", TypeTexts.of(receiver), field.name, TypeTexts.of(field.type()), exact(handle)};
                }
            }
        }
        return null;
    }

    private static String exact(VarHandle handle) {
        return Boolean.toString(handle.hasInvokeExactBehavior());
    }

    private static String[] method(MethodHandle handle) throws ClassNotFoundException {
        if (ofOtherType(handle)) {
            return unrevealed(handle);
        }
        String[] kept = DIRECT.isInstance(handle) ? null : KeptHandles.capture(handle);
        if (kept != null) {
            return kept;
        }
        MethodHandleInfo info = ALL.revealDirect(handle); // an exception if it is not direct
        if (info.getDeclaringClass() == VarHandle.class && !DIRECT.isInstance(handle)) {
            kept = KeptHandles.captureExact(handle, info.getName());
            if (kept != null) {
                return kept;
            }
        }
        kept = DIRECT.isInstance(handle) ? withCaller(handle, info.getDeclaringClass()) : null;
        if (kept != null) {
            return kept;
        }
        String owner = TypeTexts.of(info.getDeclaringClass());
        // of a method that asks for its caller, and of a special call, the class that it is made from
        Class<?> asked = (Class<?>) Access.call(handle, MethodHandle.class, "internalCallerClass");
        int kind = info.getReferenceKind();
        if (asked != null && (kind == MethodHandleInfo.REF_invokeVirtual || kind == MethodHandleInfo.REF_invokeInterface)) {
            owner = TypeTexts.of(handle.type().parameterType(0)); // perhaps a subclass: seen as of it later there is code around it
        }
        String caller = kind == MethodHandleInfo.REF_invokeSpecial
            ? TypeTexts.of(handle.type().parameterType(0)) : asked == null ? owner : TypeTexts.of(asked);
        return new String[] {"method-handle", Integer.toString(kind), owner, info.getName(),
            TypeTexts.of(info.getMethodType()), caller, TypeTexts.of(handle.type()),
            Boolean.toString(handle.isVarargsCollector())};
    }

    /** The text of what the JDK has within handles of methods that ask for their caller; null for another handle. */
    private static String[] withCaller(MethodHandle handle, Class<?> owner) throws ClassNotFoundException {
        String[] kept = KeptHandles.captureCaller(handle, owner);
        try {
            return kept != null ? kept : KeptHandles.captureAsking(handle, Access.getField(handle, DIRECT, "member"));
        } catch (Obstacle e) {
            return null;
        }
    }

    private static final Class<?> DIRECT = Access.jdk("java.lang.invoke.DirectMethodHandle");

    /** Whether it is a direct handle seen as of another type ({@code asType}), which a lookup does not reveal. */
    private static boolean ofOtherType(MethodHandle handle) {
        return DIRECT.isInstance(handle) && !(Boolean) Access.getField(handle, DIRECT, "crackable");
    }

    /** Of a method or a constructor; null for others. */
    private static String[] unrevealed(MethodHandle handle) {
        boolean constructs = handle.getClass().getSimpleName().equals("Constructor");
        Object member = constructs ? Access.getField(handle, handle.getClass(), "initMethod") : Access.getField(handle, DIRECT, "member");
        int kind = constructs ? MethodHandleInfo.REF_newInvokeSpecial : (Byte) Access.call(member, member.getClass(), "getReferenceKind");
        if (kind < MethodHandleInfo.REF_invokeVirtual || handle.getClass().getSimpleName().equals("Special")) {
            return null;
        }
        if (kind == MethodHandleInfo.REF_invokeSpecial) {
            kind = MethodHandleInfo.REF_invokeVirtual; // the JVM's way to call a final method
        }
        String owner = TypeTexts.of((Class<?>) Access.call(member, member.getClass(), "getDeclaringClass"));
        MethodType type = (MethodType) Access.call(member, member.getClass(), "getMethodType");
        return new String[] {"method-handle", Integer.toString(kind), owner, (String) Access.call(member, member.getClass(), "getName"),
            TypeTexts.of(type), owner, TypeTexts.of(handle.type()), Boolean.toString(false)};
    }

    private static String[] lookup(MethodHandles.Lookup lookup) {
        Class<?> previous = lookup.previousLookupClass();
        return new String[] {"lookup", TypeTexts.of(lookup.lookupClass()), Integer.toString(lookup.lookupModes()),
            previous == null ? "" : TypeTexts.of(previous)};
    }

    static Object make(String[] leaf) throws ReflectiveOperationException {
        switch (leaf[0]) {
            case "var-handle": return makeVariable(leaf);
            case "method-handle": return makeMethod(leaf);
            case "kept-handle": return KeptHandles.make(leaf);
            default: return makeLookup(leaf);
        }
    }

    static Class<?> type(String descriptor) throws ClassNotFoundException {
        return TypeTexts.type(descriptor);
    }

    private static VarHandle makeVariable(String[] leaf) throws ReflectiveOperationException {
        VarHandle found = findVariable(leaf);
        return Boolean.parseBoolean(leaf[5]) ? found.withInvokeExactBehavior() : found;
    }

    private static VarHandle findVariable(String[] leaf) throws ReflectiveOperationException {
        Class<?> owner = type(leaf[2]);
        switch (leaf[1]) {
            case "ArrayHandle": return MethodHandles.byteArrayViewVarHandle(owner, order(leaf[3]));
            case "ByteBufferHandle": return MethodHandles.byteBufferViewVarHandle(owner, order(leaf[3]));
            case "arrayVarHandle": return MethodHandles.arrayElementVarHandle(owner);
            case "staticFieldVarHandle": return ALL.in(owner).findStaticVarHandle(owner, leaf[3], type(leaf[4]));
            default: return ALL.findVarHandle(owner, leaf[3], type(leaf[4])); // which of two packages the look-up was in does not matter
        }
    }

    private static ByteOrder order(String bigEndian) {
        return Boolean.parseBoolean(bigEndian) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    /** The handle as it is looked up, or seen as of another type, which for references needs no code around it; its arity may be another. */
    private static MethodHandle makeMethod(String[] leaf) throws ReflectiveOperationException {
        MethodHandle direct = find(leaf).asFixedArity();
        MethodType type = TypeTexts.methodType(leaf[6]);
        MethodHandle typed = direct.type() == type ? direct
            : DIRECT.isInstance(direct) ? (MethodHandle) Access.call(direct, MethodHandle.class, "viewAsType", type, false) : direct.asType(type);
        return Boolean.parseBoolean(leaf[7]) ? typed.withVarargs(true) : typed;
    }

    private static MethodHandle find(String[] leaf) throws ReflectiveOperationException {
        Class<?> owner = type(leaf[2]);
        String name = leaf[3];
        MethodType type = TypeTexts.methodType(leaf[4]);
        MethodHandles.Lookup lookup = ALL.in(type(leaf[5]));
        switch (Integer.parseInt(leaf[1])) {
            case MethodHandleInfo.REF_getField: return lookup.findGetter(owner, name, type.returnType());
            case MethodHandleInfo.REF_getStatic: return lookup.findStaticGetter(owner, name, type.returnType());
            case MethodHandleInfo.REF_putField: return setter(lookup, owner, name, type.parameterType(0));
            case MethodHandleInfo.REF_putStatic: return lookup.findStaticSetter(owner, name, type.parameterType(0));
            case MethodHandleInfo.REF_invokeStatic: return lookup.findStatic(owner, name, type);
            case MethodHandleInfo.REF_newInvokeSpecial: return lookup.findConstructor(owner, type);
            case MethodHandleInfo.REF_invokeSpecial: return lookup.findSpecial(owner, name, type, type(leaf[5]));
            default: return lookup.findVirtual(owner, name, type);
        }
    }

    /** Of a final field too, as a Field gives it of which access checks are off. */
    private static MethodHandle setter(MethodHandles.Lookup lookup, Class<?> owner, String name, Class<?> type) throws ReflectiveOperationException {
        for (Field field : ClassFields.reflected(owner)) {
            if (field.getName().equals(name) && field.getType() == type && Modifier.isFinal(field.getModifiers())) {
                Access.setField(field, AccessibleObject.class, "override", true);
                return lookup.unreflectSetter(field);
            }
        }
        return lookup.findSetter(owner, name, type);
    }

    /** By its fields, since several ways lead to some of the modes and none that is short to all. */
    private static MethodHandles.Lookup makeLookup(String[] leaf) throws InstantiationException, ClassNotFoundException {
        Class<?> type = MethodHandles.Lookup.class;
        Object lookup = Access.U.allocateInstance(type);
        Access.setField(lookup, type, "lookupClass", type(leaf[1]));
        Access.setField(lookup, type, "prevLookupClass", leaf[3].isEmpty() ? null : type(leaf[3]));
        Access.setField(lookup, type, "allowedModes", Integer.parseInt(leaf[2]));
        return (MethodHandles.Lookup) lookup;
    }

    /** How the graph treats them. */
    public static final class AsKind extends Kind {
        @Override
        public String[] toText(Object o) throws ReflectiveOperationException {
            return Handles.capture(o);
        }

        @Override
        public Object fromText(String[] text) throws ReflectiveOperationException {
            return make(text);
        }
    }
}
