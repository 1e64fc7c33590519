import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls in a class made at run time that a bootstrap method of the program has linked, to call sites that the program keeps, as languages do: what is done with a kept call site after the
 * checkpoint changes the calls, and calls that were linked before it are not linked again.
 */
public class Main {
    static final List<CallSite> SITES = new ArrayList<>();

    static final class Site extends MutableCallSite {
        int calls;

        Site(MethodType type) throws ReflectiveOperationException {
            super(type);
            setTarget(MethodHandles.lookup().findVirtual(Site.class, "count", type).bindTo(this));
        }

        Object count(Object argument) {
            return argument + " " + ++calls;
        }
    }

    static Object fixed(Object argument) {
        return "fixed " + argument;
    }

    static MethodHandle find(String name) throws ReflectiveOperationException {
        return MethodHandles.lookup().findStatic(Main.class, name, MethodType.methodType(Object.class, Object.class));
    }

    public static CallSite bootstrap(MethodHandles.Lookup lookup, String name, MethodType type) throws ReflectiveOperationException {
        CallSite site = name.equals("constant") ? new ConstantCallSite(find("fixed")) : new Site(type);
        SITES.add(site);
        System.out.println("links " + name + " " + SITES.size());
        return site;
    }

    /** A class with a method for each name, which makes a call of that name; several may have the same. */
    static byte[] file(String... names) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xcafebabe);
        out.writeInt(61);
        out.writeShort(18 + 4 * names.length);
        String[] texts = {"Made", "java/lang/Object", "(Ljava/lang/Object;)Ljava/lang/Object;", "Main", "bootstrap",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;", "Code", "BootstrapMethods"};
        for (String text : texts) { // 1 to 8
            out.writeByte(1);
            out.writeUTF(text);
        }
        int[][] pairs = {{7, 1}, {7, 2}, {7, 4}}; // 9 to 11
        for (int[] pair : pairs) {
            out.writeByte(pair[0]);
            out.writeShort(pair[1]);
        }
        reference(out, 12, 5, 6); // 12
        reference(out, 10, 11, 12); // 13
        out.writeByte(15); // 14
        out.writeByte(6);
        out.writeShort(13);
        for (int i = 15; i < 18; i++) {
            out.writeByte(1);
            out.writeUTF("unused" + i);
        }
        for (int i = 0; i < names.length; i++) {
            out.writeByte(1);
            out.writeUTF(names[i]);
            reference(out, 12, 18 + 4 * i, 3);
            reference(out, 18, 0, 19 + 4 * i);
            out.writeByte(1);
            out.writeUTF("m" + i);
        }
        out.writeShort(0x21);
        out.writeShort(9);
        out.writeShort(10);
        out.writeInt(0);
        out.writeShort(names.length);
        for (int i = 0; i < names.length; i++) {
            out.writeShort(9);
            out.writeShort(21 + 4 * i);
            out.writeShort(3);
            out.writeShort(1);
            out.writeShort(7);
            out.writeInt(19);
            out.writeShort(1);
            out.writeShort(1);
            out.writeInt(7);
            out.writeByte(0x2a);
            reference(out, 0xba, 20 + 4 * i, 0);
            out.writeByte(0xb0);
            out.writeInt(0);
        }
        out.writeShort(1);
        out.writeShort(8);
        out.writeInt(6);
        out.writeShort(1);
        out.writeShort(14);
        out.writeShort(0);
        return bytes.toByteArray();
    }

    static void reference(DataOutputStream out, int tag, int first, int second) throws IOException {
        out.writeByte(tag);
        out.writeShort(first);
        out.writeShort(second);
    }

    static String calls(MethodHandle[] methods, int count) throws Throwable {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(methods[i].invoke((Object) "m")).append("; ");
        }
        return text.toString();
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Class<?> made = lookup.defineClass(file("own", "own", "constant", "later"));
        MethodHandle[] methods = new MethodHandle[4];
        for (int i = 0; i < methods.length; i++) {
            methods[i] = lookup.findStatic(made, "m" + i, MethodType.methodType(Object.class, Object.class));
        }
        System.out.println(calls(methods, 3) + calls(methods, 3));
        System.out.println(calls(methods, 1));
        check(methods);
    }

    static void check(MethodHandle[] methods) throws Throwable {
        System.out.println("here"); // here
        System.out.println(calls(methods, 3) + SITES.size());
        SITES.get(0).setTarget(find("fixed"));
        System.out.println(calls(methods, 3) + ((Site) SITES.get(0)).calls + ((Site) SITES.get(1)).calls);
        System.out.println(calls(methods, 4) + SITES.size());
        for (CallSite site : SITES) {
            System.out.println((Object) site.dynamicInvoker().invoke((Object) "invoked"));
        }
    }
}
