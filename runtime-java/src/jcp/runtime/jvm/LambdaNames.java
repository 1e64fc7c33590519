package jcp.runtime.jvm;

/**
 * Names of the classes of lambdas, and keys of those that the JDK links for itself: {@link LoadedClasses} lists them, {@code JdkLinking}
 * links them again.
 */
public final class LambdaNames {
    /** In the name of a lambda's class, behind that of the host. */
    public static final String LAMBDA = "$$Lambda";

    /** Has a lambda that the JDK links when {@link Opening} defines its class (JDK 25): before the program, in both runs. */
    static final String OWN = "jdk.internal.classfile.impl.ClassFileImpl" + LAMBDA;

    /** Parts a key and the number in the class's name, which may be empty. */
    public static final char NUMBER = '#';

    private LambdaNames() {}

    /** The key of a lambda's class, by the name of the class that it is part of and the texts among its constants. */
    public static String key(String host, Iterable<String> texts) {
        long sum = 0;
        for (String text : texts) {
            if (!text.contains(LAMBDA)) {
                sum += (text.hashCode() * 0x9E3779B97F4A7C15L) ^ text.length();
            }
        }
        return host + " " + Long.toHexString(sum);
    }

    /** The number in the name of a lambda's class, as digits; empty if it has none. */
    public static String number(String name) {
        int start = name.indexOf(LAMBDA) + LAMBDA.length();
        int end = start + 1;
        while (end < name.length() && Character.isDigit(name.charAt(end))) {
            end++;
        }
        return start < name.length() && name.charAt(start) == '$' ? name.substring(start + 1, end) : "";
    }
}
