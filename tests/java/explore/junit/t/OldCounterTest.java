package t;

import static org.junit.Assert.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import jcp.annotations.Explore;
import jcp.annotations.ExploreRule;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;

/** Methods of JUnit 4 that are explored. */
public class OldCounterTest {
    @Rule
    public final ExploreRule explore = new ExploreRule();
    private int count;
    private AtomicInteger exact;

    @Before
    public void begin() {
        exact = new AtomicInteger();
    }

    @Test
    @Explore
    public void plain() throws Exception {
        both(() -> count++);
        assertEquals(2, count);
    }

    @Test
    @Explore
    public void atomic() throws Exception {
        both(() -> exact.incrementAndGet());
        assertEquals(2, exact.get());
    }

    @Test
    public void once() throws Exception {
        both(() -> count++);
    }

    private static void both(Runnable body) throws Exception {
        Thread[] threads = {new Thread(body), new Thread(body)};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
