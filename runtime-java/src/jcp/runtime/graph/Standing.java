package jcp.runtime.graph;

/** Objects that are there already when a checkpoint is restored: those that the entry of a chain's root reached. */
public interface Standing {
    /** How many they are; their numbers start with 1. */
    int count();

    /** The object with this number; null if it is gone. */
    Object object(int number);

    /** Whether the object, which cannot be copied, was there and seems unchanged. */
    boolean stands(Object object);
}
