package jcp.runtime;

/** Stands for the class with the texts of a program, which jcp puts into the jars. */
final class Texts {}
