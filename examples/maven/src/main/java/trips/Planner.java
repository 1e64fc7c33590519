package trips;

import java.util.HashMap;
import java.util.Map;

/** Answers questions about trips. */
public final class Planner {
    private static final Map<String, Integer> ASKED = new HashMap<>();

    private final Network network;
    private final Distances distances;

    public Planner(Network network) {
        this.network = network;
        distances = Distances.of(network);
    }

    /** The trip in words. */
    public String trip(int from, int to) {
        String words = network.station(from).name() + " to " + network.station(to).name();
        ASKED.merge(words, 1, Integer::sum);
        return words + ": " + distances.between(from, to) + " minutes";
    }

    /** The two stations that are farthest apart. */
    public int[] longest() {
        int[] found = {0, 0};
        for (int from = 0; from < network.size(); from++) {
            for (int to = 0; to < network.size(); to++) {
                if (distances.between(from, to) > distances.between(found[0], found[1])) {
                    found = new int[] {from, to};
                }
            }
        }
        return found;
    }

    public int minutes(int from, int to) {
        return distances.between(from, to);
    }

    public static int asked() {
        return ASKED.size();
    }
}
