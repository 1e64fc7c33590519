import java.io.Serializable;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Descriptions of constants, sets of access flags (as newer JDKs have them), and the serial form of a lambda are plain data. */
public class Main {
    private interface Named extends Supplier<String>, Serializable { }

    private static List<Object> described() throws ReflectiveOperationException {
        Named lambda = () -> "text";
        Method form = lambda.getClass().getDeclaredMethod("writeReplace");
        form.setAccessible(true);
        SerializedLambda serial = (SerializedLambda) form.invoke(lambda);
        List<Object> all = new ArrayList<>(List.of(String.class.describeConstable().get(), ClassDesc.of("a.B").arrayType(), ClassDesc.ofDescriptor("I"),
            MethodTypeDesc.ofDescriptor("(ILjava/lang/String;)[J"), MethodType.methodType(int.class).describeConstable().get(), serial));
        for (Method method : Class.class.getMethods()) {
            if (method.getName().equals("accessFlags") && Modifier.isPublic(method.getModifiers())) {
                all.add(method.invoke(Main.class));
            }
        }
        return all;
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        List<Object> kept = described();
        System.out.println(kept.size());
        List<Object> now = described(); // here
        for (int i = 0; i < kept.size(); i++) {
            Object old = kept.get(i);
            boolean isSerial = old instanceof SerializedLambda;
            System.out.println((isSerial ? ((SerializedLambda) old).getImplMethodName() : old) + " " + (isSerial || old.equals(now.get(i))));
        }
    }
}
