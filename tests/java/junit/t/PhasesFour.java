package t;

import static org.junit.Assert.assertNotEquals;

import org.junit.BeforeClass;
import org.junit.Test;

/** The same under JUnit 4. */
public class PhasesFour {
    static long loaded;

    @BeforeClass
    public static void load() {
        loaded = Spin.rounds(200);
    }

    @Test
    public void answer() {
        long prepared = Spin.rounds(500);
        check(prepared);
    }

    void check(long prepared) {
        assertNotEquals(prepared + loaded, Spin.rounds(300));
        System.out.println("checked " + prepared);
    }
}
