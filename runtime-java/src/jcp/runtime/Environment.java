package jcp.runtime;
final class Environment { static void check(java.util.List<Problem> p) {} static java.util.Map<String,String[]> take() { return new java.util.LinkedHashMap<>(); } static void give(java.util.Map<String,String[]> s) {} }
