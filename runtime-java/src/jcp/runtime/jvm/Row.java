package jcp.runtime.jvm;

/**
 * A row of a table. Tables are arrays of rows and not of arrays: with the class of an array of arrays the JVM makes those of what
 * its elements are, and the names of these would be texts that the program makes, too ({@link RandomSequence}).
 */
public final class Row {
    public final String[] words;

    public Row(String... words) {
        this.words = words;
    }
}
