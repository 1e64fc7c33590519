package jcp.runtime.graph;

/** Why an object's part outside the heap cannot be made again. */
public final class Obstacle extends Exception {
    private static final long serialVersionUID = 1L;
    final String remedy;

    public Obstacle(String why, String remedy) {
        super(why, null, false, false);
        this.remedy = remedy;
    }
}
