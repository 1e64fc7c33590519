package jcp.runtime;
final class Environment {
    static void check(java.util.List<Problem> problems) {}
    static java.util.Map<String, String[]> take() { return new java.util.TreeMap<>(); }
    static void give(java.util.Map<String, String[]> state) {}
}
