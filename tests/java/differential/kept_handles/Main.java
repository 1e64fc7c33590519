import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.WrongMethodTypeException;
import java.util.HashMap;
import java.util.Map;

/** Method handles that the JDK keeps, so that whoever asks again has the same one: held at the checkpoint, and asked for again after it. */
public class Main {
    static final Map<MethodHandle, String> NAMES = new HashMap<>();
    static final MethodType GET = MethodType.methodType(int.class, int[].class, int.class);
    static final MethodHandle EXACT = MethodHandles.varHandleExactInvoker(VarHandle.AccessMode.GET, GET);
    static final MethodHandle OTHER = MethodHandles.varHandleInvoker(VarHandle.AccessMode.GET, GET);

    static MethodHandle[] kept() {
        return new MethodHandle[] {
            MethodHandles.arrayElementGetter(byte[].class), MethodHandles.arrayElementSetter(byte[].class), MethodHandles.arrayLength(byte[].class),
            MethodHandles.arrayElementGetter(String[].class), MethodHandles.arrayElementSetter(Object[].class), MethodHandles.arrayLength(Main[].class),
            MethodHandles.identity(int.class), MethodHandles.identity(Object.class), MethodHandles.zero(double.class), MethodHandles.zero(void.class),
            MethodHandles.invoker(GET), MethodHandles.exactInvoker(GET),
            MethodHandles.varHandleInvoker(VarHandle.AccessMode.SET, GET.changeReturnType(void.class)),
            MethodHandles.varHandleExactInvoker(VarHandle.AccessMode.SET, GET.changeReturnType(void.class)),
        };
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle[] kept = kept();
        for (int i = 0; i < kept.length; i++) {
            NAMES.put(kept[i], "handle " + i);
        }
        MethodHandle own = MethodHandles.identity(String.class); // made anew at each call
        NAMES.put(own, "own");
        use(own);
    }

    static void use(MethodHandle own) throws Throwable {
        for (MethodHandle handle : kept()) {
            System.out.println(NAMES.get(handle));
        }
        System.out.println(NAMES.get(own) + " " + NAMES.get(MethodHandles.identity(String.class)) + " " + (String) own.invokeExact("same"));
        // one adapts the types, the other one does not
        VarHandle longs = MethodHandles.arrayElementVarHandle(short[].class);
        short[] values = {1, 2, 3};
        MethodType type = MethodType.methodType(int.class, short[].class, int.class);
        System.out.println((int) MethodHandles.varHandleInvoker(VarHandle.AccessMode.GET, type).invokeExact(longs, values, 1));
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class).withInvokeExactBehavior();
        System.out.println((int) EXACT.invokeExact(ints, new int[] {4, 5}, 1) + " " + (int) OTHER.invokeExact(ints, new int[] {6, 7}, 1));
        try {
            System.out.println((int) EXACT.invoke(MethodHandles.arrayElementVarHandle(long[].class), new int[] {4, 5}, 1));
        } catch (WrongMethodTypeException | ClassCastException e) {
            System.out.println("exact: " + e.getClass().getSimpleName());
        }
        try {
            System.out.println((int) OTHER.invoke(MethodHandles.arrayElementVarHandle(long[].class), new int[] {4, 5}, 1));
        } catch (WrongMethodTypeException | ClassCastException e) {
            System.out.println("other: " + e.getClass().getSimpleName());
        }
    }
}
