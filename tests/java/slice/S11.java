import java.lang.invoke.*;
class S11 {
    static int A = 1;

    static void crit(int v) {}

    static int get() {
        return A;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle get = MethodHandles.lookup().findStatic(S11.class, "get", MethodType.methodType(int.class));
        CallSite site = new MutableCallSite(get);
        crit((int) get.invokeExact());
        crit((int) site.dynamicInvoker().invokeExact());
    }
}
