package t;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jcp.annotations.Explore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Methods of JUnit 5 that are explored: each of their executions has the methods around it. */
class CounterTest {
    private int count;
    private boolean isReady;

    @BeforeEach
    void begin() {
        isReady = true;
    }

    @AfterEach
    void end() {
        System.out.println("after " + isReady);
    }

    @Test
    @Explore
    void plain() throws Exception {
        both(() -> count++);
        assertEquals(2, count);
    }

    @Test
    @Explore
    void locked() throws Exception {
        both(this::add);
        assertEquals(2, count);
    }

    @Test
    @Explore({"--executions", "1"})
    void bounded() throws Exception {
        both(this::add);
    }

    @Test
    void once() throws Exception {
        both(() -> count++);
    }

    private synchronized void add() {
        count++;
    }

    private void both(Runnable body) throws Exception {
        assertEquals(true, isReady);
        Thread[] threads = {new Thread(body), new Thread(body)};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
