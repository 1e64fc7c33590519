package trips;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import jcp.annotations.FastForward;
import org.junit.Before;
import org.junit.Test;

/** JUnit 4: a long test, whose preparation is a method of its own. */
public class NetworkTest {
    private int size;

    @Before
    public void size() {
        size = 1200;
    }

    @Test
    public void allStationsAreReached() {
        Distances distances = distances();
        System.out.println("checking the network");
        for (int station = 0; station < size; station++) {
            assertTrue("station " + station, distances.between(0, station) < Network.UNREACHED);
            assertEquals(distances.between(0, station), distances.between(station, 0));
        }
    }

    @FastForward
    private Distances distances() {
        return Distances.of(Network.invent(size));
    }
}
