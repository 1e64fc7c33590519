package jcp.runtime;

/**
 * A row of a table. Tables are arrays of rows and not of arrays: with the class of an array of arrays the JVM makes those of what
 * its elements are, and the names of these would be texts that the program makes, too ({@link RandomSequence}).
 */
final class Row {
    final String[] words;

    Row(String... words) {
        this.words = words;
    }
}
