package jcp.runtime.frames;

import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassFields;
import jcp.runtime.jvm.Lookups;
import jcp.runtime.program.Plan;

/**
 * Whether a virtual or interface call of a chain method runs that very method: method selection of JVMS 5.4.6 for the
 * receiver's class, known or made at run time.
 */
public final class Selector {
    private final Class<?> target;
    private final Plan.Element element;
    private final boolean packagePrivate;
    /** One object, as several threads may ask. */
    private volatile Answer last = new Answer(null, false);

    /** What was asked last. */
    private static final class Answer {
        final Class<?> receiver;
        final boolean selected;

        Answer(Class<?> receiver, boolean selected) {
            this.receiver = receiver;
            this.selected = selected;
        }
    }

    Selector(Plan.Element element) {
        this.element = element;
        try {
            target = Class.forName(element.type.replace('/', '.'), false, Selector.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        int access = declares(target);
        packagePrivate = (access & (Modifier.PUBLIC | Modifier.PROTECTED | Modifier.PRIVATE)) == 0;
    }

    /** Whether the answer is there already. */
    boolean knows(Class<?> receiver) {
        return receiver == last.receiver;
    }

    boolean selects(Class<?> receiver) {
        Answer known = last;
        if (receiver != known.receiver) {
            known = new Answer(receiver,
                target.isAssignableFrom(receiver) && (target.isInterface() ? defaultOf(receiver) : declaredAbove(receiver)));
            last = known;
        }
        return known.selected;
    }

    /** No class from the receiver's up to the target overrides the method. */
    private boolean declaredAbove(Class<?> receiver) {
        for (Class<?> type = receiver; type != target; type = type.getSuperclass()) {
            if (overrides(type)) {
                return false;
            }
        }
        return true;
    }

    private boolean overrides(Class<?> type) {
        int access = declares(type);
        if (access < 0 || (access & (Modifier.STATIC | Modifier.PRIVATE)) != 0) {
            return false;
        }
        return !packagePrivate || type.getPackageName().equals(target.getPackageName()) && type.getClassLoader() == target.getClassLoader();
    }

    /** No class of the receiver has the method, and no interface below the target redeclares it. */
    private boolean defaultOf(Class<?> receiver) {
        for (Class<?> type = receiver; type != null; type = type.getSuperclass()) {
            int access = declares(type);
            if (access >= 0 && (access & Modifier.STATIC) == 0) {
                return false;
            }
            for (Class<?> above : type.getInterfaces()) {
                if (redeclared(above)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean redeclared(Class<?> type) {
        if (type != target && target.isAssignableFrom(type) && declares(type) >= 0) {
            return true;
        }
        for (Class<?> above : type.getInterfaces()) {
            if (redeclared(above)) {
                return true;
            }
        }
        return false;
    }

    /** The access flags with which the class declares the method, or -1. */
    private int declares(Class<?> type) {
        if (type.isArray()) {
            return -1;
        }
        Integer told = ClassFields.method(type, element.method, element.descriptor);
        if (told != null) {
            return told;
        }
        try {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(element.method) && element.descriptor.equals(descriptor(method))) {
                    return method.getModifiers();
                }
            }
            return -1;
        } catch (LinkageError e) {
            return resolved(type); // another method's signature names a class that is missing
        }
    }

    /** As {@link #declares}, asking for no other method: one that the class has is found before inherited ones. */
    private int resolved(Class<?> type) {
        MethodHandles.Lookup lookup = Lookups.in(type);
        try {
            MethodType signature = MethodType.fromMethodDescriptorString(element.descriptor, Access.APPLICATION);
            MethodHandleInfo found = lookup.revealDirect(lookup.findVirtual(type, element.method, signature));
            return found.getDeclaringClass() == type ? found.getModifiers() : -1;
        } catch (ReflectiveOperationException e) {
            return -1; // a static method neither overrides
        }
    }

    private static String descriptor(Method method) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> parameter : method.getParameterTypes()) {
            text.append(parameter.descriptorString());
        }
        return text.append(')').append(method.getReturnType().descriptorString()).toString();
    }
}
