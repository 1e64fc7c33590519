package jcp.runtime.jvm;

/** The classes that a class of the boot loader can name. */
final class BootTypes {
    private BootTypes() {}

    /** The nearest such class above the object's, its own included, as a constant names it; null if there is no object. */
    static String of(Object object) {
        return object == null ? null : named(object.getClass());
    }

    private static String named(Class<?> type) {
        if (type.isArray()) {
            String element = named(type.getComponentType());
            return element.startsWith("[") || element.length() == 1 ? "[" + element : "[L" + element + ";";
        }
        if (type.isPrimitive()) {
            return type.descriptorString();
        }
        Class<?> above = type;
        while (above != null && (above.getClassLoader() != null || above.isHidden())) {
            above = above.getSuperclass();
        }
        return above == null ? "java/lang/Object" : above.getName().replace('.', '/');
    }
}
