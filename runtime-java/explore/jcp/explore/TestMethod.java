package jcp.explore;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A program that runs one method of a test class of JUnit 4 or 5, between the methods that prepare it and those that clean up. What it throws nobody catches.
 *
 * <p>Annotations are known by their names. Left out, and refused: runners, rules but jcp's own, extensions, and methods with parameters.
 */
final class TestMethod {
    private static final List<String> REFUSED = List.of("RunWith", "ExtendWith", "Rule", "ClassRule", "RegisterExtension", "ParameterizedTest", "TestFactory", "TestTemplate");

    private TestMethod() {}

    /** {@code CLASS METHOD}. */
    public static void main(String[] args) throws Throwable {
        Class<?> type = Class.forName(args[0], true, Thread.currentThread().getContextClassLoader());
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> part = type; part != Object.class && part != null; part = part.getSuperclass()) {
            classes.add(0, part);
        }
        for (Class<?> part : classes) {
            refuse(part);
            List.of(part.getDeclaredFields()).forEach(TestMethod::refuse);
        }
        Method test = test(classes, args[1]);
        refuse(test);
        try {
            all(classes, null, "BeforeAll", "BeforeClass");
            Constructor<?> constructor = constructor(type);
            Object object = constructor.newInstance();
            try {
                all(classes, object, "BeforeEach", "Before");
                call(test, object);
            } finally {
                Collections.reverse(classes);
                all(classes, object, "AfterEach", "After");
                Collections.reverse(classes);
            }
            Collections.reverse(classes);
            all(classes, null, "AfterAll", "AfterClass");
        } catch (InvocationTargetException error) {
            Throwable thrown = error.getCause();
            if (!isExpected(test, thrown)) {
                throw thrown;
            }
            return;
        }
        Class<? extends Throwable> expected = expected(test);
        if (expected != null) {
            throw new AssertionError("expected " + expected.getName() + ", but nothing was thrown");
        }
    }

    private static Constructor<?> constructor(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException error) {
            Hooks.refuse("class " + type.getName() + " has no constructor without parameters; call the code from a plain test class");
            throw new IllegalStateException(error);
        }
    }

    private static Method test(List<Class<?>> classes, String name) {
        Method found = null;
        for (Class<?> type : classes) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 0 && !method.isSynthetic()) {
                    found = method;
                }
            }
        }
        if (found == null) {
            Hooks.refuse("class " + classes.get(classes.size() - 1).getName() + " has no method " + name + " without parameters");
        }
        return found;
    }

    private static void all(List<Class<?>> classes, Object object, String one, String other) throws InvocationTargetException, IllegalAccessException {
        for (Class<?> type : classes) {
            Method[] methods = type.getDeclaredMethods();
            // the JVM gives them in no order
            java.util.Arrays.sort(methods, java.util.Comparator.comparing(Method::getName));
            for (Method method : methods) {
                if (has(method, one) || has(method, other)) {
                    call(method, object);
                }
            }
        }
    }

    private static void call(Method method, Object object) throws InvocationTargetException, IllegalAccessException {
        method.setAccessible(true);
        method.invoke(object);
    }

    private static boolean has(AnnotatedElement element, String name) {
        for (Annotation annotation : element.getDeclaredAnnotations()) {
            if (isOfJUnit(annotation) && annotation.annotationType().getSimpleName().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfJUnit(Annotation annotation) {
        return annotation.annotationType().getName().startsWith("org.junit.");
    }

    private static void refuse(AnnotatedElement element) {
        boolean isOwn = element instanceof Field && ((Field) element).getType().getName().startsWith("jcp.annotations.");
        for (String name : REFUSED) {
            if (has(element, name) && !isOwn) {
                Hooks.refuse(element + " has @" + name + ", which jcp explore does not follow; call the code from a plain test method, or from main");
            }
        }
    }

    /** What a test of JUnit 4 is to throw, or null. */
    private static Class<? extends Throwable> expected(Method test) {
        for (Annotation annotation : test.getDeclaredAnnotations()) {
            if (annotation.annotationType().getName().equals("org.junit.Test")) {
                try {
                    Class<?> expected = (Class<?>) annotation.annotationType().getMethod("expected").invoke(annotation);
                    return expected.getSimpleName().equals("None") ? null : expected.asSubclass(Throwable.class);
                } catch (ReflectiveOperationException error) {
                    throw new IllegalStateException(error);
                }
            }
        }
        return null;
    }

    private static boolean isExpected(Method test, Throwable thrown) {
        String name = thrown.getClass().getSimpleName();
        Class<? extends Throwable> expected = expected(test);
        return expected != null && expected.isInstance(thrown) || name.equals("TestAbortedException") || name.equals("AssumptionViolatedException");
    }
}
