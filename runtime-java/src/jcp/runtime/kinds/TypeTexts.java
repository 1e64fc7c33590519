package jcp.runtime.kinds;

import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import jcp.runtime.jvm.Access;
import jcp.runtime.jvm.ClassNames;
import jcp.runtime.linking.LambdaClasses;
import jcp.runtime.program.DefinedClasses;
import jcp.runtime.program.ProgramLoaders;

/**
 * Classes and types of methods as texts: by descriptors, which the program's loader finds; those with classes of other loaders, or hidden ones, by the numbers that these have in
 * the checkpoint ({@link ClassNames}).
 *
 * <p>Invariant: there is a text only if the replay finds the class by it. A loader or a hidden class that is met for the first time is known to the next snapshot.
 */
final class TypeTexts {
    /** Before names; no descriptor begins with it. */
    private static final String NUMBERED = "|";
    private static final String PARTED = "\n";

    private TypeTexts() {}

    /** Null if there is none. */
    static String of(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        if (!element.isHidden() && (Access.isJdk(element) || Access.isApplication(element))) {
            return type.descriptorString();
        }
        if (!Access.isJdk(element) && !Access.isApplication(element) && ProgramLoaders.problem(element.getClassLoader()) != null) {
            return null;
        }
        return element.isHidden() && !isDefined(element) ? null : NUMBERED + ClassNames.of(type);
    }

    /** Whether the replay defines the hidden class again: of lambdas those alone that no instruction has made. */
    static boolean isDefined(Class<?> hidden) {
        return !LambdaClasses.isLinked(hidden) && !LambdaClasses.isUnnoted(hidden) && DefinedClasses.knowsHidden(hidden);
    }

    /** Null if there is none. */
    static String of(MethodType type) {
        List<Class<?>> all = new ArrayList<>(type.parameterList());
        all.add(type.returnType());
        StringBuilder numbered = new StringBuilder();
        boolean any = false;
        for (Class<?> each : all) {
            String text = of(each);
            if (text == null) {
                return null;
            }
            any |= text.startsWith(NUMBERED);
            numbered.append(numbered.length() == 0 ? "" : PARTED).append(text);
        }
        return any ? NUMBERED + numbered : type.toMethodDescriptorString();
    }

    static Class<?> type(String text) throws ClassNotFoundException {
        return text.startsWith(NUMBERED) ? ClassNames.find(text.substring(1), false)
            : MethodType.fromMethodDescriptorString("()" + text, Access.class.getClassLoader()).returnType();
    }

    static MethodType methodType(String text) throws ClassNotFoundException {
        if (!text.startsWith(NUMBERED)) {
            return MethodType.fromMethodDescriptorString(text, Access.class.getClassLoader());
        }
        List<Class<?>> all = new ArrayList<>();
        for (String each : text.substring(1).split(PARTED)) {
            all.add(type(each));
        }
        return MethodType.methodType(all.remove(all.size() - 1), all);
    }
}
