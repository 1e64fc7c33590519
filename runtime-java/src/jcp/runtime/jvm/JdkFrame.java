package jcp.runtime.jvm;

/**
 * A frame that is not the program's and lies between two methods of a chain, as the JVM has it at a call: the values of its locals and of its
 * operand stack below the call's arguments, and the objects whose monitors it holds.
 */
public final class JdkFrame {
    /** How many properties a frame has. */
    public static final int PROPERTIES = 5;

    /** The depth in the chain of the method that called the first of the frames that lie here. */
    public final int depth;
    /** The class's internal name. */
    public final String type;
    public final String method;
    public final String descriptor;
    /** Where the call is in the method's code. */
    public final int at;
    /** Whether it only calls on, and is made again by the call; else its method is resumed. */
    public final boolean callsOn;
    /** Whether it is the chain's next method, of which only the receiver counts. */
    public final boolean isNext;
    public final boolean isStatic;
    /** Whether the JVM enters a monitor when the method is called. */
    public final boolean isSynchronized;
    /** Whether the JVM runs it as compiled code. */
    public final boolean isCompiled;
    public final Values locals;
    public final Values stack;
    public final Values monitors;

    /** Values of slots: references where there is one, else numbers. */
    public static final class Values {
        public final Object[] objects;
        public final long[] numbers;
        /** Whether the slot has a number. */
        public final boolean[] hasNumber;

        public Values(int count) {
            objects = new Object[count];
            numbers = new long[count];
            hasNumber = new boolean[count];
        }

        public int count() {
            return objects.length;
        }
    }

    /** {@code is}: {@link #callsOn}, {@link #isNext}, {@link #isStatic}, {@link #isSynchronized}, {@link #isCompiled}. */
    public JdkFrame(int depth, String[] method, int at, boolean[] is, Values[] values) {
        this.depth = depth;
        this.type = method[0];
        this.method = method[1];
        this.descriptor = method[2];
        this.at = at;
        this.callsOn = is[0];
        this.isNext = is[1];
        this.isStatic = is[2];
        this.isSynchronized = is[3];
        this.isCompiled = is[4];
        this.locals = values[0];
        this.stack = values[1];
        this.monitors = values[2];
    }

    /** Whether its method is run from where it stood. */
    public boolean isResumed() {
        return !callsOn && !isNext;
    }

    /** Its properties, as the constructor takes them. */
    public boolean[] is() {
        return new boolean[] {callsOn, isNext, isStatic, isSynchronized, isCompiled};
    }

    /** For people. */
    public String name() {
        return type.replace('/', '.') + "." + method;
    }
}
