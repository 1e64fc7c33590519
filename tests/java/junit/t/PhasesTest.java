package t;

import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three phases under JUnit 5: what all tests need, what one test prepares, and its check. */
class PhasesTest {
    static long loaded;

    @BeforeAll
    static void load() {
        loaded = Spin.rounds(200);
    }

    @Test
    void answer() {
        long prepared = Spin.rounds(500);
        check(prepared);
    }

    void check(long prepared) {
        assertNotEquals(prepared + loaded, Spin.rounds(300));
        System.out.println("checked " + prepared);
    }
}
