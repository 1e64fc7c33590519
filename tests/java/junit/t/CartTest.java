package t;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestMethodOrder;

/** The checkpoint is in the second test; the framework goes on with its fixture, which the test has changed. */
@TestMethodOrder(MethodOrderer.MethodName.class)
class CartTest {
    static final List<String> LOG = new ArrayList<>();
    private final List<Integer> cart = new ArrayList<>();
    private StringBuilder notes;

    @BeforeAll
    static void open() {
        LOG.add("open");
    }

    @BeforeEach
    void prepare(TestInfo info) {
        notes = new StringBuilder(info.getDisplayName());
        LOG.add("before " + notes);
        System.out.println("prepared " + notes);
    }

    @Test
    void a_first() {
        cart.add(1);
        assertEquals(1, cart.size());
    }

    @Test
    void b_long() {
        System.out.println("not in the replay");
        int sum = 0;
        for (int i = 0; i < 1_000_000; i++) {
            sum = sum * 31 + i;
        }
        cart.add(sum);
        notes.append(" sum ").append(sum);
        LOG.add("computed");
        check(sum); // call
        assertEquals(1, cart.size());
    }

    private void check(int sum) {
        System.out.println("check " + sum + " " + cart + " " + notes + LOG); // here
        cart.add(2);
        assertEquals(7, cart.size(), "this one must fail");
    }

    @Test
    void c_last() {
        assertEquals(0, cart.size());
    }

    @AfterEach
    void after() {
        System.out.println("after " + notes + " " + cart + " " + LOG.size());
    }

    @AfterAll
    static void close() {
        System.out.println("close " + LOG);
    }
}
