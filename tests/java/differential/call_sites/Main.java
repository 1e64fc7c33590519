import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.invoke.SwitchPoint;
import java.lang.invoke.VolatileCallSite;

/** Call sites, handles that switch points guard, and handles of a method that asks for its caller, of before the checkpoint, are called and changed after it. */
public class Main {
    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    MutableCallSite mutable;
    VolatileCallSite vol;
    ConstantCallSite constant;
    MethodHandle invoker;
    MethodHandle volInvoker;
    MethodHandle constInvoker;
    MethodHandle guarded;
    MethodHandle old;
    MethodHandle looped;
    MethodHandle caller;
    MethodHandle callerTyped;
    MethodHandle filtered;
    SwitchPoint point = new SwitchPoint();
    SwitchPoint gone = new SwitchPoint();
    Own own;
    MutableCallSite unset;

    /** Caches what it was called with, as the call sites of languages do. */
    static final class Own extends MutableCallSite {
        final String name;
        int misses;

        Own(String name, MethodType type) throws ReflectiveOperationException {
            super(type);
            this.name = name;
            setTarget(fallback());
        }

        MethodHandle fallback() throws ReflectiveOperationException {
            MethodHandle miss = LOOKUP.findVirtual(Own.class, "miss", MethodType.methodType(Object.class, Object.class)).bindTo(this);
            return miss.asType(type());
        }

        Object miss(Object argument) throws Throwable {
            misses++;
            MethodHandle test = LOOKUP.findStatic(Own.class, "same", MethodType.methodType(boolean.class, Class.class, Object.class)).bindTo(argument.getClass());
            MethodHandle hit = LOOKUP.findStatic(Own.class, "hit", MethodType.methodType(Object.class, String.class, Object.class)).bindTo(name);
            setTarget(MethodHandles.guardWithTest(test.asType(test.type().changeParameterType(0, type().parameterType(0))), hit.asType(type()), getTarget()));
            return "missed " + argument;
        }

        static boolean same(Class<?> type, Object argument) {
            return type == argument.getClass();
        }

        static Object hit(String name, Object argument) {
            return name + " " + argument;
        }
    }

    static String fast(String text) {
        return "fast " + text;
    }

    static String slow(String text) {
        return "slow " + text;
    }

    static MethodHandle find(String name) throws ReflectiveOperationException {
        return LOOKUP.findStatic(Main.class, name, MethodType.methodType(String.class, String.class));
    }

    public static void main(String[] args) throws Throwable {
        new Main().make();
    }

    void make() throws Throwable {
        mutable = new MutableCallSite(find("fast"));
        invoker = mutable.dynamicInvoker();
        vol = new VolatileCallSite(MethodHandles.filterReturnValue(find("slow"), find("fast")));
        volInvoker = vol.dynamicInvoker();
        constant = new ConstantCallSite(find("slow"));
        constInvoker = constant.dynamicInvoker();
        guarded = point.guardWithTest(find("fast"), find("slow"));
        old = gone.guardWithTest(find("fast"), find("slow"));
        SwitchPoint.invalidateAll(new SwitchPoint[] {gone});
        own = new Own("own", MethodType.methodType(Object.class, Object.class));
        System.out.println(own.dynamicInvoker().invoke((Object) "a") + " " + own.dynamicInvoker().invoke((Object) "b"));
        looped = MethodHandles.filterReturnValue(invoker, find("slow"));
        unset = new MutableCallSite(MethodType.methodType(int.class, String.class, long.class));
        MutableCallSite self = new MutableCallSite(MethodType.methodType(void.class));
        self.setTarget(self.dynamicInvoker());
        caller = LOOKUP.findStatic(Class.class, "forName", MethodType.methodType(Class.class, String.class));
        callerTyped = caller.asType(MethodType.methodType(Object.class, String.class));
        filtered = MethodHandles.filterArguments(caller, 0, find("slow").asType(MethodType.methodType(String.class, String.class)));
        check(self);
    }

    void check(MutableCallSite self) throws Throwable {
        System.out.println("here"); // here
        System.out.println(mutable.hashCode() + " " + new Object().hashCode());
        System.out.println((String) invoker.invokeExact("x") + ", " + (String) volInvoker.invokeExact("y") + ", " + (String) constInvoker.invokeExact("z"));
        System.out.println((String) guarded.invokeExact("g") + ", " + (String) old.invokeExact("o") + " " + point.hasBeenInvalidated() + gone.hasBeenInvalidated());
        mutable.setTarget(find("slow"));
        vol.setTarget(find("fast"));
        System.out.println((String) invoker.invokeExact("x") + ", " + (String) volInvoker.invokeExact("y") + ", " + (String) looped.invokeExact("l"));
        SwitchPoint.invalidateAll(new SwitchPoint[] {point});
        System.out.println((String) guarded.invokeExact("g") + " " + point.hasBeenInvalidated());
        Object o = "c";
        System.out.println(own.dynamicInvoker().invoke(o) + " " + own.misses);
        o = 5;
        System.out.println(own.dynamicInvoker().invoke(o) + " " + own.dynamicInvoker().invoke(o) + " " + own.misses);
        System.out.println((constant.dynamicInvoker() == constInvoker) + " " + (constant.getTarget() == constInvoker) + " " + self.type() + " " + (constant.getTarget()));
        try {
            System.out.println((int) unset.dynamicInvoker().invokeExact("", 1L));
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        unset.setTarget(MethodHandles.dropArguments(MethodHandles.constant(int.class, 3), 0, String.class, long.class));
        System.out.println((int) unset.dynamicInvoker().invokeExact("", 1L));
        System.out.println(caller.invoke("Main") + " " + callerTyped.invoke("Main"));
        try {
            System.out.println(filtered.invoke("Main"));
        } catch (ClassNotFoundException e) {
            System.out.println(e);
        }
        System.out.println(invoker + " " + guarded + " " + unset.type());
    }
}
