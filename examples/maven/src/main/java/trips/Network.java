package trips;

import java.util.ArrayList;
import java.util.List;

/** Stations and the minutes between neighbours. */
public final class Network {
    /** A station, with its place in the plane. */
    public record Station(int number, String name, int x, int y) {}

    private static final String[] SYLLABLES = {"al", "ber", "dor", "en", "hof", "lin", "mar", "sta", "ten", "wal"};
    static final int UNREACHED = Integer.MAX_VALUE / 2;

    private final List<Station> stations = new ArrayList<>();
    private final int[][] minutes;

    private Network(int size) {
        minutes = new int[size][size];
    }

    /** A network of so many stations, the same each time. */
    public static Network invent(int size) {
        System.out.println("inventing " + size + " stations");
        Network network = new Network(size);
        int seed = 20070903;
        for (int number = 0; number < size; number++) {
            seed = seed * 1103515245 + 12345;
            String name = SYLLABLES[(seed >>> 8) % 10] + SYLLABLES[(seed >>> 12) % 10] + number;
            network.stations.add(new Station(number, name, (seed >>> 16) % 1000, (seed >>> 4) % 1000));
        }
        for (Station from : network.stations) {
            for (Station to : network.stations) {
                network.minutes[from.number][to.number] = from == to ? 0 : link(from, to);
            }
        }
        return network;
    }

    private static int link(Station from, Station to) {
        int distance = Math.abs(from.x - to.x) + Math.abs(from.y - to.y);
        return Math.abs(from.number - to.number) == 1 || distance < 40 ? distance + 2 : UNREACHED;
    }

    public int size() {
        return stations.size();
    }

    public Station station(int number) {
        return stations.get(number);
    }

    /** Minutes of the direct way; {@link #UNREACHED} if there is none. */
    public int minutes(int from, int to) {
        return minutes[from][to];
    }
}
