package jcp.runtime;

import jcp.runtime.jvm.Access;
import jcp.runtime.runs.ReplayingRun;

/** The hooks of the replaying jar ({@link ReplayingRun}). */
public final class Replay {
    private static final ReplayingRun RUN = new ReplayingRun();

    private Replay() {}

    /** Guard of {@code <clinit>}: whether the class was initialised before the checkpoint, so that it must not be again. */
    public static boolean initialized(String name) {
        return RUN.initialized(name);
    }

    /** In the constructor of the class whose instance {@code main} is the root: whether the JVM calls it, before the root. */
    public static boolean launching() {
        return RUN.launching();
    }

    /** At the start of the root: true in the first activation, with everything restored; below main true until it came. */
    public static boolean root() {
        return RUN.root();
    }

    /** At the start of main, if the chain starts below it. */
    public static void start() {
        RUN.start();
    }

    /** Receiver or argument of a root below main. */
    public static void argumentA(Object value) {
        RUN.argument(value);
    }

    /** Argument of a root below main: an int, or what the JVM keeps as one. */
    public static void argumentI(int value) {
        RUN.argument('I', value);
    }

    /** Argument of a root below main. */
    public static void argumentJ(long value) {
        RUN.argument('J', value);
    }

    /** Argument of a root below main. */
    public static void argumentF(float value) {
        RUN.argument('F', Float.floatToRawIntBits(value));
    }

    /** Argument of a root below main. */
    public static void argumentD(double value) {
        RUN.argument('D', Double.doubleToRawLongBits(value));
    }

    /** When all arguments of a root below main are told: restores everything; false if the root runs from its start instead. */
    public static boolean entered() {
        return RUN.entered();
    }

    /** At the start of the first method of another thread: whether it is the thread that is resumed now. */
    public static boolean begins(int context) {
        return RUN.begins();
    }

    /** At the start of a method that a pool calls before a task: whether it did so before the checkpoint. */
    public static boolean skips() {
        return RUN.skips();
    }

    /** Whether the call in which the thread waited is made again; else it had returned. */
    public static boolean again() {
        return RUN.again();
    }

    /** Before the monitors of one of that thread's frames are entered. */
    public static void enters() {
        RUN.enters();
    }

    /** Before that thread calls a synchronized method of its chain. */
    public static void entersMethod() {
        RUN.entersMethod();
    }

    /** Before that call. */
    public static void waits() {
        RUN.waits();
    }

    /** Behind it: goes on after main. */
    public static void woken() {
        RUN.woken();
    }

    /** Selects the shadow frame that the following calls read. */
    public static void frame(int of) {
        RUN.frame(of);
    }

    /** Whether the selected frame stands at this call or checkpoint. */
    public static boolean takes(int way) {
        return RUN.takes(way);
    }

    public static int getI(int slot) {
        return (int) RUN.current().values[slot];
    }

    public static long getJ(int slot) {
        return RUN.current().values[slot];
    }

    public static float getF(int slot) {
        return Float.intBitsToFloat((int) RUN.current().values[slot]);
    }

    public static double getD(int slot) {
        return Double.longBitsToDouble(RUN.current().values[slot]);
    }

    public static Object getA(int slot) {
        return RUN.current().references[slot];
    }

    /** Before a chain call that reaches the next method through frames that are not the program's. */
    public static void passing(int context) {
        RUN.passing(context);
    }

    /** At the start of the method that such a call reaches: whether it was this very call. */
    public static boolean passed(int context) {
        return RUN.passed(context);
    }

    /** After such a call: it must have reached its method. */
    public static void came() {
        RUN.came();
    }

    /** Before a call on the way to a region's end that reaches the next method through frames that are not the program's. */
    public static void leads(int context) {
        RUN.leads(context);
    }

    /** The same call may reach this context, too. */
    public static void alsoLeads(int context) {
        RUN.alsoLeads(context);
    }

    /** After such a call. */
    public static void led() {
        RUN.led();
    }

    /** At the start of the method that such a call reaches: whether it was this very call. */
    public static boolean reached(int context) {
        return RUN.reached(context);
    }

    /** Whether frames are still being restored. */
    public static boolean resuming() {
        return RUN.resuming();
    }

    /** The same, and whether the selected frame stands at this call or checkpoint. */
    public static boolean resuming(int way) {
        return RUN.resuming(way);
    }

    /** Whether calling the context's method on the receiver runs that very method. */
    public static boolean selects(Object receiver, int context) {
        return RUN.selects(receiver, context);
    }

    /** At a region's end, in a context of its chain: ends what is replayed. {@code active}: as in {@link Capture#end}. */
    public static void end(boolean active, int region) {
        RUN.end(active, region);
    }

    /** In the container, after its frame is restored: the program goes on. */
    public static void live() {
        if (RUN.shiftsClock()) {
            ReplayClock.link();
        }
        RUN.live();
    }

    /** In the clone of a constructor: assigns a final field ({@link Access#field(String, String)}), of which the class must be the owner. */
    public static void assignI(Object owner, int value, String type, String field) throws ReflectiveOperationException {
        Access.setNumber(owner, Access.field(type, field), value);
    }

    public static void assignJ(Object owner, long value, String type, String field) throws ReflectiveOperationException {
        Access.setNumber(owner, Access.field(type, field), value);
    }

    public static void assignF(Object owner, float value, String type, String field) throws ReflectiveOperationException {
        Access.setNumber(owner, Access.field(type, field), Float.floatToRawIntBits(value));
    }

    public static void assignD(Object owner, double value, String type, String field) throws ReflectiveOperationException {
        Access.setNumber(owner, Access.field(type, field), Double.doubleToRawLongBits(value));
    }

    public static void assignA(Object owner, Object value, String type, String field) throws ReflectiveOperationException {
        Access.U.putReference(owner, Access.field(type, field).offset, value);
    }

    /** In code that the analysis holds unreachable after the checkpoint. */
    public static void unreachable(String method) {
        RUN.unreachable(method);
    }

    /** The same, in the replay of some regions. */
    public static void unreachable(String method, String regions) {
        RUN.unreachable(method, regions);
    }

    /** Where the program calls {@code System.exit}. */
    public static void exit(int status) {
        RUN.leaving(true);
        System.exit(status);
    }

    /** When an exception leaves main. */
    public static void thrown(boolean active) {
        RUN.leaving(active);
    }

    /** When main is left, or the program ends itself. */
    public static void leaving(boolean active) {
        RUN.leaving(active);
    }
}
