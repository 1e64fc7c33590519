package trips;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** JUnit 5: a long preparation, then a short check. */
class PlannerTest {
    private final List<String> log = new ArrayList<>();

    @BeforeEach
    void begin() {
        log.add("begin");
    }

    @Test
    void theLongestTrip() {
        Planner planner = new Planner(Network.invent(1800));
        planner.trip(0, 1);
        log.add("prepared");
        check(planner);
    }

    private void check(Planner planner) {
        System.out.println("checking the planner");
        int[] longest = planner.longest();
        String trip = planner.trip(longest[0], longest[1]);
        System.out.println(trip);
        assertTrue(planner.minutes(longest[0], longest[1]) < 100_000, trip);
        assertEquals(List.of("begin", "prepared"), log);
        assertEquals(2, Planner.asked());
        assertEquals(1, Distances.computed());
    }

    @Test
    void aStationIsNoTrip() {
        assertEquals(0, Network.invent(2).minutes(1, 1));
    }
}
