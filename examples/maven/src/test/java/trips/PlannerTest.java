package trips;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import jcp.annotations.FastForward;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** JUnit 5: a long preparation for all tests of the class. */
class PlannerTest {
    private static Planner planner;

    private final List<String> log = new ArrayList<>();

    @BeforeAll
    @FastForward
    static void plan() {
        planner = new Planner(Network.invent(1800));
        planner.trip(0, 1);
    }

    @BeforeEach
    void begin() {
        log.add("begin");
    }

    @Test
    void theLongestTrip() {
        System.out.println("checking the planner");
        int[] longest = planner.longest();
        String trip = planner.trip(longest[0], longest[1]);
        System.out.println(trip);
        assertTrue(planner.minutes(longest[0], longest[1]) < 100_000, trip);
        assertEquals(List.of("begin"), log);
        assertEquals(2, Planner.asked());
        assertEquals(1, Distances.computed());
    }

    @Test
    void aStationIsNoTrip() {
        assertEquals(0, Network.invent(2).minutes(1, 1));
    }
}
