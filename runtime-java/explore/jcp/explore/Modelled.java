package jcp.explore;

/**
 * An object of jcp's that stands for one of the program's: what is in it belongs to the state.
 */
interface Modelled {}
