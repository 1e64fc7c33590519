package trips;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

/** A short test, which runs as ever. */
class NamesTest {
    @Test
    void stationsHaveNames() {
        Network network = Network.invent(3);
        assertNotEquals(network.station(0).name(), network.station(1).name());
    }
}
