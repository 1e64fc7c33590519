package jcp.explore;

import jdk.internal.access.SharedSecrets;
import jdk.internal.reflect.ConstantPool;

/**
 * Names for hidden classes, whose own names differ in each execution: that of the class around them, and the methods that their code names.
 */
final class Lambdas {
    private Lambdas() {}

    /** The name of any class, the same in each execution. */
    static String nameOf(Class<?> type) {
        return type.isHidden() ? read(type) : type.getName();
    }

    private static String read(Class<?> hidden) {
        StringBuilder name = new StringBuilder(hidden.getNestHost().getName());
        for (Class<?> part : hidden.getInterfaces()) {
            name.append(' ').append(part.getName());
        }
        ConstantPool pool = SharedSecrets.getJavaLangAccess().getConstantPool(hidden);
        for (int at = 1; at < pool.getSize(); at++) {
            ConstantPool.Tag tag = pool.getTagAt(at);
            if (tag == ConstantPool.Tag.METHODREF || tag == ConstantPool.Tag.INTERFACEMETHODREF) {
                for (String part : pool.getMemberRefInfoAt(at)) {
                    name.append(' ').append(part);
                }
            }
        }
        return name.toString();
    }
}
