import java.lang.annotation.ElementType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Values that are written in a program as they stand: numbers, texts, class literals, enum constants, lambdas. */
final class Values {
    /** An expression and what it is worth. */
    record Value(String text, Object value) { }

    private static final String[] TEXTS = {
        "a", "b", "", "key", "0", "1", "12", "-7", "12.5", "1e3", "true", "x y", "a,b;c", "Hello, World!", "\u00e9t\u00e9", "2024-02-29",
        "2024-02-29T12:30:45", "12:30", "2024-02-29T12:30:45Z", "2024-02-29T12:30:45+01:00[Europe/Berlin]", "2024-02", "2024",
        "--02-29", "PT1H30M", "P1Y2M3D", "Z", "+02:00", "Europe/Berlin", "America/New_York", "UTC", "GMT+3", "UTC+01:00", "en", "de", "DE",
        "US", "de-DE", "ja-JP-u-ca-japanese", "th", "Latn", "ca", "u-nu-thai", "EUR", "USD", "UTF-8", "ISO-8859-1", "UTF-16LE", "us-ascii",
        "[a-z]+(\\d*)", "(?<name>a|b)+", "\\s", "%d %s%n", "%5.2f", "{0} is {1,number,#.##}", "{0,choice,0#none|1#one|2#{1}}", "#,##0.00",
        "yyyy-MM-dd", "HH:mm:ss", "EEE, d MMM uuuu", "MMMM", "0#low|10#high", "file:/x/y.txt", "http://example.com/a?b=c#d",
        "mailto:a@b.c", "127.0.0.1", "::1", "a=b; Path=/; Max-Age=10", "a/b/../c", "c.txt", "glob:*.{txt,java}", "regex:a.*", "rwxr-x---",
        "ISO", "ThaiBuddhist", "japanese", "hijrah-umalqura", "BC", "INFO", "WARNING", "java.util.logging.Level", "value", "number",
        "method", "length", "toString", "compareTo", "x", "(I)Ljava/lang/String;", "java.lang.String", "L64X128MixRandom", "SHA1PRNG",
        "< a < b & c", "2.5,3", "basic", "posix:*", "size", "h", "abcabcabc",
    };
    private static final int[] NUMBERS = {0, 1, 2, 3, 4, 5, 7, 10, 12, 16, 28, 64, 97, 100, 365, 1000, 2024, 86399, -1, -3};
    private static final double[] FRACTIONS = {0, 1, 0.5, 2.25, -3.75, 100, 1e10, -0.0, Double.NaN, 0.1};
    private static final Class<?>[] CLASSES = {
        String.class, Integer.class, int.class, long.class, Object.class, List.class, Map.class, Runnable.class, int[].class, String[].class,
        long[].class, DayOfWeek.class, ElementType.class, Sample.class, Sample.Color.class, Sample.Point.class, Sample.Greeting.class,
        Sample.Note.class, Comparable.class, StringBuilder.class, LocalDate.class, void.class, Number.class, Locale.class, byte[].class,
        double.class, boolean.class, Exception.class,
    };
    private static final String LAMBDA_OWN = "String.valueOf";

    private Values() { }

    /** A literal of the type; none if it has none. */
    static Value literal(Class<?> type, Random random) {
        int number = NUMBERS[random.nextInt(NUMBERS.length)];
        double fraction = FRACTIONS[random.nextInt(FRACTIONS.length)];
        if (type == int.class || type == Integer.class) {
            return new Value("(int) " + number, number);
        } else if (type == long.class || type == Long.class) {
            return new Value(number + "L", (long) number);
        } else if (type == short.class || type == Short.class) {
            return new Value("(short) " + number, (short) number);
        } else if (type == byte.class || type == Byte.class) {
            return new Value("(byte) " + number, (byte) number);
        } else if (type == char.class || type == Character.class) {
            char c = "aZ0 %:.\u00e9#".charAt(random.nextInt(9));
            return new Value(c < 127 ? "'" + c + "'" : "'\\u00e9'", c);
        } else if (type == boolean.class || type == Boolean.class) {
            boolean is = random.nextBoolean();
            return new Value(String.valueOf(is), is);
        } else if (type == double.class || type == Double.class || type == Number.class) {
            return new Value(Double.isNaN(fraction) ? "Double.NaN" : String.valueOf(fraction), fraction);
        } else if (type == float.class || type == Float.class) {
            return new Value(Double.isNaN(fraction) ? "Float.NaN" : fraction + "f", (float) fraction);
        } else if (type == String.class || type == CharSequence.class) {
            String text = TEXTS[random.nextInt(TEXTS.length)];
            return new Value(quoted(text), text);
        } else if (type == Class.class) {
            Class<?> one = CLASSES[random.nextInt(CLASSES.length)];
            return new Value(one.getCanonicalName() + ".class", one);
        } else if (type.isEnum() && type.getEnumConstants().length > 0) {
            Enum<?> one = (Enum<?>) type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
            return new Value(type.getCanonicalName() + "." + one.name(), one);
        } else if (type == Object.class || type == Comparable.class) {
            return literal(new Class<?>[] {String.class, int.class, String.class, Sample.Color.class, long.class}[random.nextInt(5)], random);
        }
        return null;
    }

    /** A constant of the type in a public static field; none if it has none. */
    static Value constant(Class<?> type, Random random) throws ReflectiveOperationException {
        Class<?> owner = type == java.nio.charset.Charset.class ? StandardCharsets.class : type;
        List<java.lang.reflect.Field> fields = new ArrayList<>();
        for (java.lang.reflect.Field field : owner.getFields()) {
            if (Modifier.isStatic(field.getModifiers()) && type.isAssignableFrom(field.getType())) {
                fields.add(field);
            }
        }
        if (fields.isEmpty() || !Api.isPublic(owner)) {
            return null;
        }
        fields.sort(java.util.Comparator.comparing(java.lang.reflect.Field::getName));
        java.lang.reflect.Field field = fields.get(random.nextInt(fields.size()));
        return new Value(owner.getCanonicalName() + "." + field.getName(), field.get(null));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            quoted.append(c == '"' || c == '\\' ? "\\" + c : c < 127 ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return quoted.append('"').toString();
    }

    /** The one abstract method of a functional interface; none of another class. */
    static Method function(Class<?> type) {
        if (!type.isInterface() || type.isSealed() || type == Comparable.class || type == Iterable.class || type.isAnnotation()
                || !type.isAnnotationPresent(FunctionalInterface.class) && !type.getName().matches(
                        "java\\.(time\\.temporal|lang\\.reflect|util\\.logging|nio\\.file)\\..*")) {
            return null;
        }
        Method only = null;
        for (Method method : type.getMethods()) {
            boolean isObjects = method.getName().matches("equals|hashCode|toString");
            if (Modifier.isAbstract(method.getModifiers()) && !isObjects) {
                if (only != null) {
                    return null;
                }
                only = method;
            }
        }
        return only;
    }

    /** A lambda of the functional interface, that gives what it captures, a parameter, or what one of them makes. */
    static Value lambda(Class<?> type, Method method, Value captured, Random random) {
        Class<?>[] parameters = method.getParameterTypes();
        Class<?> result = method.getReturnType();
        List<String> names = new ArrayList<>();
        List<Integer> fitting = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            names.add("p" + i);
            if (result.isAssignableFrom(parameters[i])) {
                fitting.add(i);
            }
        }
        String start = "(" + type.getCanonicalName() + ") ((" + String.join(", ", names) + ") -> ";
        boolean takesObject = parameters.length > 0 && !parameters[0].isPrimitive();
        if (result == void.class) {
            return new Value(start + "{ })", proxy(type, given -> null));
        } else if (result == int.class && parameters.length == 2 && takesObject && !parameters[1].isPrimitive()) {
            return new Value(start + LAMBDA_OWN + "(p0).compareTo(" + LAMBDA_OWN + "(p1)))",
                    proxy(type, given -> String.valueOf(given[0]).compareTo(String.valueOf(given[1]))));
        } else if (result == boolean.class && takesObject && random.nextBoolean()) {
            return new Value(start + LAMBDA_OWN + "(p0).length() > 1)", proxy(type, given -> String.valueOf(given[0]).length() > 1));
        } else if (!fitting.isEmpty() && random.nextInt(3) > 0) {
            int at = fitting.get(random.nextInt(fitting.size()));
            return new Value(start + "p" + at + ")", proxy(type, given -> given[at]));
        } else if (result == Object.class && takesObject && random.nextBoolean()) {
            return new Value(start + LAMBDA_OWN + "(p0))", proxy(type, given -> String.valueOf(given[0])));
        }
        return captured == null ? null : new Value(start + captured.text + ")", proxy(type, given -> captured.value));
    }

    private interface Body {
        Object apply(Object[] arguments);
    }

    private static Object proxy(Class<?> type, Body body) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return method.getName().equals("equals") ? (Object) (proxy == arguments[0])
                        : method.getName().equals("hashCode") ? (Object) 7 : "lambda";
            } else if (method.isDefault()) {
                return InvocationHandler.invokeDefault(proxy, method, arguments);
            }
            return body.apply(arguments);
        };
        return Proxy.newProxyInstance(Values.class.getClassLoader(), new Class<?>[] {type}, handler);
    }

    /** An array of these elements. */
    static Value array(Class<?> element, List<Value> values) {
        Object array = Array.newInstance(element, values.size());
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Array.set(array, i, values.get(i).value);
            texts.add("(" + element.getCanonicalName() + ") " + values.get(i).text);
        }
        String type = element.getCanonicalName();
        int brackets = type.indexOf('[');
        String ends = brackets < 0 ? "[]" : "[]" + type.substring(brackets);
        return new Value("new " + (brackets < 0 ? type : type.substring(0, brackets)) + ends + " {" + String.join(", ", texts) + "}", array);
    }
}
