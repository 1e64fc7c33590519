import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.SwitchPoint;
import java.util.ArrayList;
import java.util.List;

/** Switch points of before the checkpoint, switched and not, guard calls after it, and are switched then. */
public class Main {
    static SwitchPoint current = new SwitchPoint();
    static final List<SwitchPoint> ALL = new ArrayList<>();

    static String fast() {
        return "fast";
    }

    static String slow() {
        return "slow";
    }

    static MethodHandle guarded(SwitchPoint point) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType type = MethodType.methodType(String.class);
        return point.guardWithTest(lookup.findStatic(Main.class, "fast", type), lookup.findStatic(Main.class, "slow", type));
    }

    static void renew() {
        SwitchPoint old = current;
        ALL.add(old);
        current = new SwitchPoint();
        SwitchPoint.invalidateAll(new SwitchPoint[] {old});
    }

    public static void main(String[] args) throws Throwable {
        System.out.println((String) guarded(current).invokeExact());
        renew();
        SwitchPoint local = current;
        ALL.add(local);
        System.out.println("here"); // here
        for (SwitchPoint each : ALL) {
            System.out.println(each.hasBeenInvalidated() + " " + (each == current) + " " + (String) guarded(each).invokeExact());
        }
        MethodHandle guarded = guarded(local);
        renew();
        System.out.println((String) guarded.invokeExact() + " " + local.hasBeenInvalidated() + " " + current.hasBeenInvalidated());
        System.out.println((String) guarded(current).invokeExact());
    }
}
