package jcp.runtime;

import jcp.runtime.jvm.HashGenerator;
import jcp.runtime.program.Statics;
import jcp.runtime.runs.CapturingRun;

/**
 * The hooks of the capturing jar ({@link CapturingRun}). The thread that the JVM runs {@code main} on calls them from the
 * chain's clones, other threads from those of their own chains.
 */
public final class Capture {
    private static final CapturingRun RUN = new CapturingRun();

    private Capture() {}

    /** At the start of main, if the chain starts below it. */
    public static void start() {
        RUN.start();
    }

    /** At the start of the root: true in the first activation, if the JVM called it; below main in every outermost one. */
    public static boolean root() {
        return RUN.root();
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

    /** When all arguments of a root below main are told. */
    public static void entered() {
        RUN.entered();
    }

    /** In {@code <clinit>}, when it ends by throwing. */
    public static void failed(Throwable thrown, String type) {
        HashGenerator before = HashGenerator.now();
        Statics.noteFailed(type.replace('/', '.'), thrown);
        HashGenerator.set(before);
    }

    /** Whether calling the context's method on the receiver runs that very method. */
    public static boolean selects(Object receiver, int context) {
        return RUN.selects(receiver, context);
    }

    /** Before a chain call that reaches the next method through frames that are not the program's. */
    public static void passing(int context) {
        RUN.passing(context);
    }

    /** The same call may reach this context, too. */
    public static void alsoPassing(int context) {
        RUN.alsoPassing(context);
    }

    /** After such a call. */
    public static void back() {
        RUN.back();
    }

    /** At the start of the method that such a call reaches: whether it was this very call. */
    public static boolean passed(int context) {
        return RUN.passed(context);
    }

    /** At the start of the first method of another thread: whether its frames are kept. */
    public static boolean begins(int context) {
        return RUN.begins();
    }

    /** In that method, before a call: whether frames are kept. */
    public static boolean keeps() {
        return RUN.keeps();
    }

    /** Before the call in which the chain of another thread waits. */
    public static void waits(int call, int condition) {
        RUN.waits(call, condition);
    }

    /** At the head of a loop in which the chain of another thread runs: whether a snapshot is to be taken, for which it is held. */
    public static boolean rests() {
        return RUN.rests();
    }

    /** Behind that call. */
    public static void woken() {
        RUN.woken(false);
    }

    /** The same, where it has thrown. */
    public static void threw() {
        RUN.woken(true);
    }

    /** Enters the shadow frame of a depth; deeper ones are gone. */
    public static void enter(int site) {
        RUN.shadow().enter(site);
    }

    /** After the chain call or checkpoint of that depth. */
    public static void leave(int site) {
        RUN.shadow().leave(site);
    }

    public static void putI(int value) {
        RUN.shadow().put('I', value);
    }

    public static void putJ(long value) {
        RUN.shadow().put('J', value);
    }

    public static void putF(float value) {
        RUN.shadow().put('F', Float.floatToRawIntBits(value));
    }

    public static void putD(double value) {
        RUN.shadow().put('D', Double.doubleToRawLongBits(value));
    }

    public static void putA(Object value) {
        RUN.shadow().put(value);
    }

    /** Counts an arrival at a region's start; true if it is to be captured. */
    public static boolean arrive(int region) {
        return RUN.arrive(region);
    }

    /** Takes the snapshot at a region's start. */
    public static void snapshot(int region) {
        RUN.snapshot(region);
    }

    /** At a region's end, in a context of its chain; {@code active}: in the activation of main that counts. */
    public static void end(boolean active, int region) {
        RUN.end(active, region);
    }

    /** Where the program calls {@code System.exit}. */
    public static void exit(int status) {
        RUN.exiting(status);
        RUN.leaving(true);
        System.exit(status);
    }

    /** Before the program ends the JVM. */
    public static void exiting(int status) {
        RUN.exiting(status);
    }

    /** What {@code Runtime::exit} calls in the capturing run. */
    public static void exit(Runtime runtime, int status) {
        if (runtime != null) {
            RUN.exiting(status);
        }
        runtime.exit(status);
    }

    /** What {@code Runtime::halt} calls there. */
    public static void halt(Runtime runtime, int status) {
        if (runtime != null) {
            RUN.halting(status);
        }
        runtime.halt(status);
    }

    /** Before the program ends the JVM without its hooks. */
    public static void halting(int status) {
        RUN.halting(status);
    }

    /** When an exception leaves main. */
    public static void thrown(boolean active) {
        RUN.thrown(active);
    }

    /** When main is left, or the program ends itself: the state of regions that go on to the end. */
    public static void leaving(boolean active) {
        RUN.leaving(active);
    }
}
