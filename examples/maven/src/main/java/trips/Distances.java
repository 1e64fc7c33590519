package trips;

/** The shortest times between all stations, by Floyd's algorithm: the long part. */
public final class Distances {
    private static int computed;

    private final int[][] shortest;

    private Distances(int[][] shortest) {
        this.shortest = shortest;
    }

    public static Distances of(Network network) {
        int size = network.size();
        int[][] shortest = new int[size][size];
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                shortest[from][to] = network.minutes(from, to);
            }
        }
        for (int over = 0; over < size; over++) {
            for (int from = 0; from < size; from++) {
                for (int to = 0; to < size; to++) {
                    shortest[from][to] = Math.min(shortest[from][to], shortest[from][over] + shortest[over][to]);
                }
            }
        }
        computed++;
        System.out.println("computed " + size * size + " distances");
        return new Distances(shortest);
    }

    /** How many times this was done. */
    public static int computed() {
        return computed;
    }

    public int between(int from, int to) {
        return shortest[from][to];
    }
}
